import { coordinateForms, type CoordinateForm } from '@eyrie/map';
import { create } from 'zustand';
import { currentSession } from './session.ts';
import { keep, kept } from './storage.ts';

const owner = (): string => currentSession().user?.oid ?? '';

const keptForm = (): CoordinateForm =>
  coordinateForms.find((form) => form === kept('coordinateForms')?.[owner()]) ?? 'decimal';

/** How coordinates are written on every map of the page, kept for the member in this browser. */
export const useCoordinateForm = create<{ form: CoordinateForm; choose: (form: CoordinateForm) => void }>(
  (set) => ({
    form: keptForm(),
    choose: (form) => {
      keep('coordinateForms', { ...kept('coordinateForms'), [owner()]: form });
      set({ form });
    },
  }),
);
