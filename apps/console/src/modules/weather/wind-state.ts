import { CallUnreachable } from '@eyrie/client';
import type { PhraseId } from '@eyrie/phrases';
import { create } from 'zustand';
import type { WindState } from './wind-view.ts';

/** The wind as the map that is open has it, for words beside the map. */
export const useWind = create<WindState>(() => ({ answer: null, failure: null }));

/** Why a question about the weather had no answer. */
export const failureOf = (error: unknown): PhraseId =>
  error instanceof CallUnreachable ? 'weather.reason.server' : 'weather.reason.refused';
