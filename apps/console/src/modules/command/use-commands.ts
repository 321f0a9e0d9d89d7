import { CallRefused } from '@eyrie/client';
import {
  commandCalls,
  commandRecord,
  isFinal,
  orders,
  type AnyOrderCall,
  type CommandState,
  type LiveDataOf,
} from '@eyrie/domain';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { now } from '../../platform/clock.ts';
import { call, clickMoment, newKey } from '../../platform/http.ts';
import { useLanguage } from '../../platform/language.ts';
import { useLink } from '../../platform/live.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useSession } from '../../platform/session.ts';
import { tabId } from '../../platform/tab.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import type { PageCommand } from './availability.ts';
import { boardLength, clicked, failed, heard, listed, recorded, type CommandBoard } from './command-board.ts';

/** What an order is given with beside what every order says. @throws Error when its page left it out */
const fieldsOf = (
  method: PageCommand,
  { flightOID, place, patrol, fields }: OrderDetails,
): Record<string, unknown> => {
  const known: Record<string, unknown> = { flightOID, ...place, ...patrol, ...fields };
  return Object.fromEntries(
    Object.keys(orders[method].fields).map((name) => {
      if (known[name] === undefined) throw new Error(`${method} needs ${name}`);
      return [name, known[name]];
    }),
  );
};

/** Outcomes that carry a sentence worth reading in one's own language. */
const notifying = (state: CommandState): boolean =>
  (isFinal(state) && state !== 'succeeded') || state === 'unknown' || state === 'accepted_late';

export interface OrderDetails {
  /** The call that gives it, where that is not the usual one of its method. */
  by?: AnyOrderCall | undefined;
  flightOID?: string | undefined;
  epoch?: number | undefined;
  nonce?: string | undefined;
  /** Where to. */
  place?: { lng: number; lat: number } | undefined;
  /** What else its room declares. */
  fields?: Readonly<Record<string, unknown>> | undefined;
  /** Along which points, in their order. */
  patrol?: { name: string; points: { lng: number; lat: number }[] } | undefined;
}

export interface Commands {
  board: CommandBoard;
  /** Gives one order for one click. It is never sent again by the program. Never rejects: the board tells. */
  order: (method: PageCommand, details?: OrderDetails) => Promise<void>;
  /** Asks for the nonce of a confirmation; null when it was refused, which was shown. */
  challenge: (method: PageCommand | 'leaseOverride') => Promise<{ nonce: string; expiresAt: number } | null>;
}

const useFollowing = (
  dockOID: string,
  change: (next: (board: CommandBoard) => CommandBoard) => void,
): void => {
  const linkUp = useLink((link) => link.state === 'up');
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    let gone = false;
    const list = async (): Promise<void> => {
      const page = await call(
        commandCalls.query,
        { dockOID, pageNum: 1, pageSize: boardLength },
        { toast: false },
      );
      if (!gone) change((board) => listed(board, page.list));
    };
    const read = async (oid: string): Promise<void> => {
      const record = await call(commandCalls.get, { oid }, { toast: false });
      if (!gone) change((board) => recorded(board, record, null));
    };
    list().catch(() => undefined);
    const stop = onLiveMessage((message) => {
      if (message.name !== 'controlChange' || message.objectID !== dockOID) return;
      const { command, flightOID } = message.data as LiveDataOf<'controlChange'>;
      if (!command) return;
      change((board) => heard(board, command, flightOID));
      if (notifying(command.state)) read(command.commandOID).catch(() => undefined);
    });
    return () => {
      gone = true;
      stop();
    };
    // What happened while the link was down is read again, and sentences in the language they are read in.
  }, [dockOID, linkUp, language, change]);
};

/** The commands of a dock: the last twenty with their states, and giving new ones. */
export const useCommands = (dockOID: string): Commands => {
  const [board, setBoard] = useState<CommandBoard>([]);
  const name = useSession((session) => session.user?.name ?? '');
  useFollowing(dockOID, setBoard);
  const order = useCallback<Commands['order']>(
    async (method, details = {}) => {
      const { flightOID, epoch, nonce, by } = details;
      const key = newKey();
      const clickedAt = now();
      const click = { method, by: name, issuedAt: serverMoment(clickedAt), flightOID: flightOID ?? null };
      setBoard((before) => clicked(before, key, click));
      try {
        const declaration: AnyOrderCall = by ?? commandCalls[method];
        const record = await call(declaration, {
          oid: dockOID,
          key,
          issuedAt: await clickMoment(clickedAt),
          epoch,
          tabId,
          nonce,
          ...fieldsOf(method, details),
        });
        setBoard((before) => recorded(before, record, key));
      } catch (error) {
        const refused = error instanceof CallRefused ? error : null;
        const record = commandRecord.safeParse(refused?.data);
        setBoard((before) =>
          record.success
            ? recorded(before, record.data, key)
            : failed(before, key, {
                state: refused ? 'failed' : 'unheard',
                code: refused?.code ?? null,
                message: refused?.message ?? '',
              }),
        );
      }
    },
    [dockOID, name],
  );
  const challenge = useCallback<Commands['challenge']>(
    (method) => call(commandCalls.challenge, { oid: dockOID, method }).catch(() => null),
    [dockOID],
  );
  return useMemo(() => ({ board, order, challenge }), [board, order, challenge]);
};
