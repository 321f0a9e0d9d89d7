/**
 * Settings of the C library's allocator, read when a process starts, which give large pieces back to the system as
 * soon as they are free. Left to itself it raises the size from which it does so to that of the largest upload, and
 * keeps an arena for each thread. Other C libraries pass over them.
 */
export const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Messages die young: left to itself the space for new objects takes 50 MB more, for no less work. */
export const nodeFlags = ['--max-semi-space-size=8'];
