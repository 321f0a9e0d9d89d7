import { limits } from '@eyrie/domain';

/** A part of the program that must arrive: rejects when it has not after two minutes. */
export const loaded = async <T>(load: () => Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('a part of the page did not load in time')),
      limits.web.chunkLoad,
    );
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
};
