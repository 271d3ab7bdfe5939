// A plugin of qemu that counts the instructions of the emulated program. At its end it writes the count to standard error, or to the file that
// `out=FILE` names.
// The prototypes are those of qemu's qemu-plugin.h, which Debian's packages of qemu do not contain.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct qemu_plugin_tb;
typedef uint64_t plugin_id;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int flags, void *);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

int qemu_plugin_version = 1;
static uint64_t count;
static FILE *out;

static void executed(unsigned cpu, void *instructions)
{
    (void)cpu;
    __atomic_fetch_add(&count, (uintptr_t)instructions, __ATOMIC_RELAXED);
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void ended(plugin_id id, void *data)
{
    (void)id;
    (void)data;
    fprintf(out, "instructions: %llu\n", (unsigned long long)count);
    fflush(out);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info;
    out = argc > 0 && strncmp(argv[0], "out=", 4) == 0 ? fopen(argv[0] + 4, "w") : stderr;
    if (!out)
        return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
