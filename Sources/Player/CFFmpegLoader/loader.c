#define _GNU_SOURCE
#include "ffmpeg_loader.h"

#include <libavutil/aes.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <libavcodec/version.h>
#include <libavfilter/version.h>
#include <libavformat/version.h>
#include <libavutil/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT(text) #text
#define FILE_NAME(name, version) "lib" #name ".so." TEXT(version)

static const char avutil[] = FILE_NAME(avutil, LIBAVUTIL_VERSION_MAJOR);
static const char swresample[] = FILE_NAME(swresample, LIBSWRESAMPLE_VERSION_MAJOR);
static const char swscale[] = FILE_NAME(swscale, LIBSWSCALE_VERSION_MAJOR);
static const char avcodec[] = FILE_NAME(avcodec, LIBAVCODEC_VERSION_MAJOR);
static const char avformat[] = FILE_NAME(avformat, LIBAVFORMAT_VERSION_MAJOR);
static const char avfilter[] = FILE_NAME(avfilter, LIBAVFILTER_VERSION_MAJOR);

// The functions that the project calls, with their libraries.
#define FUNCTIONS(F) \
    F(avutil, av_aes_alloc) F(avutil, av_aes_crypt) F(avutil, av_aes_init) F(avutil, av_channel_layout_compare) \
    F(avutil, av_channel_layout_copy) F(avutil, av_channel_layout_default) F(avutil, av_channel_layout_describe) \
    F(avutil, av_channel_layout_uninit) F(avutil, av_d2q) F(avutil, av_dict_count) F(avutil, av_dict_free) F(avutil, av_dict_get) \
    F(avutil, av_dict_set) F(avutil, av_encryption_info_free) F(avutil, av_encryption_info_get_side_data) F(avutil, av_frame_alloc) \
    F(avutil, av_frame_apply_cropping) F(avutil, av_frame_free) F(avutil, av_frame_get_buffer) F(avutil, av_frame_get_side_data) \
    F(avutil, av_frame_ref) F(avutil, av_free) F(avutil, av_log_format_line2) F(avutil, av_log_get_level) F(avutil, av_log_set_callback) \
    F(avutil, av_log_set_level) F(avutil, av_malloc) F(avutil, av_max_alloc) F(avutil, av_opt_set_double) F(avutil, av_rescale_q) \
    F(avutil, av_strerror) F(avutil, av_version_info) \
    F(swresample, swr_alloc_set_opts2) F(swresample, swr_convert) F(swresample, swr_free) F(swresample, swr_get_out_samples) \
    F(swresample, swr_init) F(swresample, swr_set_matrix) \
    F(swscale, sws_freeContext) F(swscale, sws_getCachedContext) F(swscale, sws_getCoefficients) F(swscale, sws_isSupportedInput) \
    F(swscale, sws_scale) F(swscale, sws_setColorspaceDetails) \
    F(avcodec, av_new_packet) F(avcodec, av_packet_alloc) F(avcodec, av_packet_free) F(avcodec, av_packet_get_side_data) \
    F(avcodec, av_packet_make_writable) F(avcodec, av_packet_side_data_get) F(avcodec, av_packet_unref) \
    F(avcodec, avcodec_alloc_context3) F(avcodec, avcodec_decode_subtitle2) F(avcodec, avcodec_descriptor_get) \
    F(avcodec, avcodec_find_decoder) F(avcodec, avcodec_flush_buffers) F(avcodec, avcodec_free_context) F(avcodec, avcodec_get_name) \
    F(avcodec, avcodec_open2) F(avcodec, avcodec_parameters_alloc) F(avcodec, avcodec_parameters_copy) \
    F(avcodec, avcodec_parameters_free) F(avcodec, avcodec_parameters_from_context) F(avcodec, avcodec_parameters_to_context) \
    F(avcodec, avcodec_receive_frame) F(avcodec, avcodec_send_packet) F(avcodec, avsubtitle_free) \
    F(avformat, av_find_best_stream) F(avformat, av_find_program_from_stream) F(avformat, av_read_frame) F(avformat, av_seek_frame) \
    F(avformat, av_stream_get_side_data) F(avformat, avformat_alloc_context) F(avformat, avformat_close_input) \
    F(avformat, avformat_find_stream_info) F(avformat, avformat_index_get_entries_count) F(avformat, avformat_index_get_entry) \
    F(avformat, avformat_open_input) F(avformat, avformat_seek_file) F(avformat, avio_alloc_context) F(avformat, avio_context_free) \
    F(avformat, avio_flush) \
    F(avfilter, av_buffersink_get_frame) F(avfilter, av_buffersrc_add_frame) F(avfilter, avfilter_get_by_name) \
    F(avfilter, avfilter_graph_alloc) F(avfilter, avfilter_graph_config) F(avfilter, avfilter_graph_create_filter) \
    F(avfilter, avfilter_graph_free) F(avfilter, avfilter_link)

// A function: each call jumps to its address, which at first is that of code that finds it.
struct function {
    void *address;
    const char *library;
    const char *name;
};

static void *load(const char *library) {
    // Libraries stay loaded until the process ends; a library that is loaded already is only looked up.
    return dlopen(library, RTLD_LAZY | RTLD_LOCAL);
}

static void *find(const char *library, const char *name) {
    void *handle = load(library), *address = handle ? dlsym(handle, name) : NULL;
    if (address) return address;
    const char *reason = dlerror();
    fprintf(stderr, "%s: %s\n", library, reason ? reason : name);
    exit(127);
}

// Finds a function at its first call, and returns its address.
__attribute__((used, visibility("hidden"))) void *playhead_find_function(struct function *function) {
    void *address = find(function->library, function->name);
    __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
    return address;
}

// Keeps the registers with arguments of the call while the function, in r11 or x17, is looked up, and calls it.
#if defined(__x86_64__)
__asm__(
    ".text\n"
    "playhead_find_and_call:\n"
    "    push %rax\n    push %rdi\n    push %rsi\n    push %rdx\n    push %rcx\n    push %r8\n    push %r9\n"
    "    sub $128, %rsp\n"
    "    movups %xmm0, (%rsp)\n    movups %xmm1, 16(%rsp)\n    movups %xmm2, 32(%rsp)\n    movups %xmm3, 48(%rsp)\n"
    "    movups %xmm4, 64(%rsp)\n    movups %xmm5, 80(%rsp)\n    movups %xmm6, 96(%rsp)\n    movups %xmm7, 112(%rsp)\n"
    "    mov %r11, %rdi\n"
    "    call playhead_find_function\n"
    "    mov %rax, %r11\n"
    "    movups (%rsp), %xmm0\n    movups 16(%rsp), %xmm1\n    movups 32(%rsp), %xmm2\n    movups 48(%rsp), %xmm3\n"
    "    movups 64(%rsp), %xmm4\n    movups 80(%rsp), %xmm5\n    movups 96(%rsp), %xmm6\n    movups 112(%rsp), %xmm7\n"
    "    add $128, %rsp\n"
    "    pop %r9\n    pop %r8\n    pop %rcx\n    pop %rdx\n    pop %rsi\n    pop %rdi\n    pop %rax\n"
    "    jmp *%r11\n");
#define CALL(name) \
    "    jmp *playhead_function_" #name "(%rip)\n" \
    "playhead_first_" #name ":\n" \
    "    lea playhead_function_" #name "(%rip), %r11\n" \
    "    jmp playhead_find_and_call\n"
#else
__asm__(
    ".text\n"
    "playhead_find_and_call:\n"
    "    stp x29, x30, [sp, #-224]!\n"
    "    stp x0, x1, [sp, #16]\n    stp x2, x3, [sp, #32]\n    stp x4, x5, [sp, #48]\n    stp x6, x7, [sp, #64]\n    str x8, [sp, #80]\n"
    "    stp q0, q1, [sp, #96]\n    stp q2, q3, [sp, #128]\n    stp q4, q5, [sp, #160]\n    stp q6, q7, [sp, #192]\n"
    "    mov x0, x17\n"
    "    bl playhead_find_function\n"
    "    mov x16, x0\n"
    "    ldp q0, q1, [sp, #96]\n    ldp q2, q3, [sp, #128]\n    ldp q4, q5, [sp, #160]\n    ldp q6, q7, [sp, #192]\n"
    "    ldp x0, x1, [sp, #16]\n    ldp x2, x3, [sp, #32]\n    ldp x4, x5, [sp, #48]\n    ldp x6, x7, [sp, #64]\n    ldr x8, [sp, #80]\n"
    "    ldp x29, x30, [sp], #224\n"
    "    br x16\n");
#define CALL(name) \
    "    adrp x17, playhead_function_" #name "\n" \
    "    add x17, x17, :lo12:playhead_function_" #name "\n" \
    "    ldr x16, [x17]\n" \
    "    br x16\n" \
    "playhead_first_" #name ":\n" \
    "    b playhead_find_and_call\n"
#endif

// Defines a function under its own name, which other libraries do not see.
#define DEFINE(library, name) \
    extern char playhead_first_##name[] __attribute__((visibility("hidden"))); \
    __attribute__((used, visibility("hidden"))) struct function playhead_function_##name = { playhead_first_##name, library, #name }; \
    __asm__(".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name ":\n" CALL(name));

FUNCTIONS(DEFINE)

void playhead_load_ffmpeg(void) {
    load(avformat);
    load(swresample);
    load(swscale);
}

bool playhead_has_avfilter(void) { return load(avfilter) != NULL; }

int playhead_aes_size(void) { return *(const int *)find(avutil, "av_aes_size"); }

#else

#pragma comment(lib, "avcodec")
#pragma comment(lib, "avfilter")
#pragma comment(lib, "avformat")
#pragma comment(lib, "avutil")
#pragma comment(lib, "swresample")
#pragma comment(lib, "swscale")

void playhead_load_ffmpeg(void) {}
bool playhead_has_avfilter(void) { return true; }
int playhead_aes_size(void) { return av_aes_size; }

#endif
