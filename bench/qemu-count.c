// A plugin of qemu that counts the instructions of the emulated program, and prints the count to standard error at its end.
// The prototypes are those of qemu's qemu-plugin.h, which Debian's packages of qemu do not contain.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;
typedef uint64_t plugin_id;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int flags, void *);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

int qemu_plugin_version = 1;
static uint64_t count;

static void executed(unsigned cpu, void *instructions)
{
    (void)cpu;
    count += (uintptr_t)instructions;
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
    fprintf(stderr, "instructions: %llu\n", (unsigned long long)count);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
