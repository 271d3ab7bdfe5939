<?php
// Reads URLs with parse_url. README.md says how it is spoken to.
const FLAGS = JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE;

function read(string $text): array {
    $parsed = parse_url($text);
    if ($parsed === false) {
        return ['refused' => 'parse_url: false'];
    }
    return [
        'scheme' => $parsed['scheme'] ?? null,
        'host' => $parsed['host'] ?? null,
        'port' => $parsed['port'] ?? null,
        'path' => $parsed['path'] ?? '',
    ];
}

echo json_encode(['version' => 'PHP ' . PHP_VERSION]), "\n";
while (($line = fgets(STDIN)) !== false) {
    echo json_encode(read(hex2bin(trim($line))), FLAGS), "\n";
}
