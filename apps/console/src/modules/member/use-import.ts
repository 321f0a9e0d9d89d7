import { CallRefused } from '@eyrie/client';
import { memberCalls, limits, type ImportMember, type ImportRow } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, showFailure } from '../../platform/http.ts';

export interface FirstPassword {
  account: string;
  name: string;
  password: string;
}

/** What came of a file that could not be read: its name, and why. */
export interface RefusedFile {
  name: string;
  why: string;
}

/** choose: no file yet, or one that was refused. reading: the server looks at it. preview: rows stand, nothing is written. passwords, writing:
 * on the way. done: written, and the first passwords wait to be saved. */
export type ImportStep =
  | { kind: 'choose'; refused: RefusedFile | null }
  | { kind: 'reading' }
  | { kind: 'preview'; rows: readonly ImportRow[] }
  | { kind: 'passwords'; done: number; total: number }
  | { kind: 'writing' }
  | { kind: 'done'; people: readonly FirstPassword[] };

/** Rows in pieces of what one call takes. */
export const piecesOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const busyFor = 1_000;
const patience = 60;

interface Made {
  password: string;
  sealed: string;
}

const sameMembers = (one: readonly ImportMember[], other: readonly ImportMember[]): boolean =>
  one.length === other.length && one.every((member, at) => member === other[at]);

/** The server makes first passwords for one import at a time: a busy moment is waited for. */
async function firstPasswords(accounts: string[], signal: AbortSignal) {
  for (let round = 0; ; round += 1)
    try {
      // The next try only when this one was turned away
      return await call(memberCalls.importPasswords, { accounts }, { signal, toast: false });
    } catch (error) {
      const busy = error instanceof CallRefused && error.reason === 'tooManyRequests';
      if (!busy || round >= patience || signal.aborted) {
        showFailure(error);
        throw error;
      }
      // The pause between two tries
      await new Promise((resolve) => setTimeout(resolve, busyFor));
    }
}

async function allPasswords(
  members: readonly ImportMember[],
  signal: AbortSignal,
  onStep: (step: ImportStep) => void,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const piece of piecesOf(members, limits.member.importPasswordsAtOnce)) {
    onStep({ kind: 'passwords', done: made.length, total: members.length });
    const accounts = piece.map((member) => member.account);
    // One after the other: people want to sign in meanwhile
    made.push(...(await firstPasswords(accounts, signal)));
  }
  return made;
}

/** An import from the choice of a file to the first passwords. A refusal leads back to the rows. */
export const useImport = (groupOID: string) => {
  const client = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ kind: 'choose', refused: null });
  const stop = useRef(new AbortController());
  // An answer that was lost is asked for again with the same passwords: then nobody is made twice.
  const prepared = useRef<{ members: readonly ImportMember[]; made: readonly Made[] } | null>(null);
  useEffect(() => {
    const { current } = stop;
    return () => current.abort();
  }, []);

  const read = async (file: File): Promise<void> => {
    setStep({ kind: 'reading' });
    try {
      const { rows } = await call(
        memberCalls.importPreview,
        { file, groupOID },
        { signal: stop.current.signal, toast: false },
      );
      prepared.current = null;
      setStep({ kind: 'preview', rows });
    } catch (error) {
      const explained = error instanceof CallRefused && error.message !== '';
      if (!explained) showFailure(error);
      setStep({ kind: 'choose', refused: explained ? { name: file.name, why: error.message } : null });
    }
  };

  const write = async (rows: readonly ImportRow[], all: readonly ImportRow[]): Promise<void> => {
    const members = rows.flatMap((row) => row.member ?? []);
    try {
      const before = prepared.current;
      const made =
        before && sameMembers(before.members, members)
          ? before.made
          : await allPasswords(members, stop.current.signal, setStep);
      prepared.current = { members, made };
      setStep({ kind: 'writing' });
      await call(memberCalls.importWrite, {
        rows: members.map((member, at) => ({ ...member, sealed: made[at]?.sealed ?? '' })),
      });
      setStep({
        kind: 'done',
        people: members.map(({ account, name }, at) => ({
          account,
          name,
          password: made[at]?.password ?? '',
        })),
      });
      await Promise.all(
        [['member'], ['department'], ['role']].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    } catch (error) {
      // Refused for good: passwords that were made for it are of no use.
      if (error instanceof CallRefused) prepared.current = null;
      setStep({ kind: 'preview', rows: all });
    }
  };
  const again = (): void => setStep({ kind: 'choose', refused: null });

  return { step, read, write, again };
};
