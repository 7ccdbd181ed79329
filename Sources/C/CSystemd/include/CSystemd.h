#ifndef CSYSTEMD_H
#define CSYSTEMD_H

#ifdef __linux__

#include "loading.h"

#define CSYSTEMD_FUNCTIONS(F) \
    F(int, sd_bus_new, (sd_bus **bus), (bus)) \
    F(int, sd_bus_open_system, (sd_bus **bus), (bus)) \
    F(int, sd_bus_open_user, (sd_bus **bus), (bus)) \
    F(int, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address)) \
    F(int, sd_bus_set_bus_client, (sd_bus *bus, int flag), (bus, flag)) \
    F(int, sd_bus_start, (sd_bus *bus), (bus)) \
    F(sd_bus *, sd_bus_unref, (sd_bus *bus), (bus)) \
    F(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus)) \
    F(int, sd_bus_get_fd, (sd_bus *bus), (bus)) \
    F(int, sd_bus_get_events, (sd_bus *bus), (bus)) \
    F(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *microseconds), (bus, microseconds)) \
    F(int, sd_bus_process, (sd_bus *bus, sd_bus_message **message), (bus, message)) \
    F(int, sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie), (bus, message, cookie)) \
    F(int, sd_bus_message_new_method_call, \
      (sd_bus *bus, sd_bus_message **message, const char *name, const char *path, const char *interface, const char *method), \
      (bus, message, name, path, interface, method)) \
    F(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message), (call, message)) \
    F(int, sd_bus_message_new_method_error, (sd_bus_message *call, sd_bus_message **message, const sd_bus_error *error), \
      (call, message, error)) \
    F(int, sd_bus_message_new_signal, \
      (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *name), \
      (bus, message, path, interface, name)) \
    F(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message), (message)) \
    F(int, sd_bus_message_set_auto_start, (sd_bus_message *message, int flag), (message, flag)) \
    F(int, sd_bus_message_get_reply_cookie, (sd_bus_message *message, uint64_t *cookie), (message, cookie)) \
    F(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *message), (message)) \
    F(const char *, sd_bus_message_get_path, (sd_bus_message *message), (message)) \
    F(const char *, sd_bus_message_get_interface, (sd_bus_message *message), (message)) \
    F(const char *, sd_bus_message_get_member, (sd_bus_message *message), (message)) \
    F(int, sd_bus_message_is_method_error, (sd_bus_message *message, const char *name), (message, name)) \
    F(int, sd_bus_message_is_method_call, (sd_bus_message *message, const char *interface, const char *name), \
      (message, interface, name)) \
    F(int, sd_bus_message_is_signal, (sd_bus_message *message, const char *interface, const char *name), \
      (message, interface, name)) \
    F(int, sd_bus_message_peek_type, (sd_bus_message *message, char *type, const char **contents), (message, type, contents)) \
    F(int, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents), \
      (message, type, contents)) \
    F(int, sd_bus_message_exit_container, (sd_bus_message *message), (message)) \
    F(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents), \
      (message, type, contents)) \
    F(int, sd_bus_message_close_container, (sd_bus_message *message), (message)) \
    F(int, sd_bus_message_skip, (sd_bus_message *message, const char *types), (message, types)) \
    F(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value), (message, type, value)) \
    F(int, sd_bus_message_read_array, (sd_bus_message *message, char type, const void **bytes, size_t *count), \
      (message, type, bytes, count)) \
    F(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value), (message, type, value))

CSYSTEMD_FUNCTIONS(CONNECTIVITY_NAME)

#if !__has_include(<systemd/sd-bus.h>)
#error "systemd/sd-bus.h is missing: on Debian, install libsystemd-dev, or build without the trait NetworkManager"
#endif
#include <systemd/sd-bus.h>

/* Loads libsystemd if it is not loaded yet. Returns a null pointer, or the reason why not, valid until the thread's next call. */
const char *csystemd_problem(void);

#endif
#endif
