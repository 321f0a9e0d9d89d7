import { pageLimits } from '@eyrie/domain';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A part of the program that must arrive: rejects when it has not after two minutes. */
export const loaded = async <T>(load: () => Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('a part of the page did not load in time')),
      pageLimits.web.chunkLoad,
    );
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
};

type Part<Props> = { default: ComponentType<Props> };

/** The part, or what stands in its place where it did not come, for what the page can do without. */
export const loadedOr = async <Props>(
  load: () => Promise<Part<Props>>,
  instead: ComponentType<Props> | undefined,
): Promise<Part<Props>> => {
  try {
    return await loaded(load);
  } catch (error) {
    if (instead) return { default: instead };
    throw error;
  }
};

/** A component that comes when it is first shown, or fails when it has not come in time: nothing waits without end. */
export const lazyPart = <Props>(
  load: () => Promise<Part<Props>>,
  instead?: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadedOr(load, instead));
