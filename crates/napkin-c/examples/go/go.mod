module napkin.example/host

go 1.19
