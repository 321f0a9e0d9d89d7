import { createElement, Suspense } from 'react';
import { lazyPart } from '../../platform/loading.ts';
import type { Parts } from '../../platform/parts.ts';

// Map and charts come with the first film of a flight, not with every page that can show one.
const FilmTrack = lazyPart(() => import('./film-track.tsx'));

export const parts = {
  filmTrack: (film) => createElement(Suspense, { fallback: null }, createElement(FilmTrack, film)),
} satisfies Parts;
