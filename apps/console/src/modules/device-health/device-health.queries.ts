import { deviceHealthCalls, flightErrorCalls } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** The logs whose rows are handled, and under which word each is kept. */
export const handled = {
  alarms: { word: 'deviceHealth', edit: deviceHealthCalls.edit },
  exceptions: { word: 'flightError', edit: flightErrorCalls.edit },
} as const;
export type HandledKind = keyof typeof handled;

/** Writes what was done about a row. */
export const useNote = (kind: HandledKind) => {
  const client = useQueryClient();
  const { word, edit } = handled[kind];
  return useMutation({
    mutationFn: async (request: { oid: string; note: string }) => void (await call(edit, request)),
    onSuccess: () => client.invalidateQueries({ queryKey: [word] }),
  });
};
