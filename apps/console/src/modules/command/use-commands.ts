import { CallRefused } from '@eyrie/client';
import {
  commandCalls,
  commandRecord,
  isFinal,
  type CommandRecord,
  type CommandState,
  type LiveDataOf,
  type RequestOf,
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

type Body = RequestOf<typeof commandCalls.startJob>;

const calls: Readonly<Record<PageCommand, (body: Body, details: OrderDetails) => Promise<CommandRecord>>> = {
  startJob: (body) => call(commandCalls.startJob, body),
  forceEndJob: (body) => call(commandCalls.forceEndJob, body),
  flightPause: (body) => call(commandCalls.flightPause, body),
  flightResume: (body) => call(commandCalls.flightResume, body),
  hover: (body) => call(commandCalls.hover, body),
  returnHome: (body) => call(commandCalls.returnHome, body),
  returnHomeCancel: (body) => call(commandCalls.returnHomeCancel, body),
  robotGoTo: (body, { place }) =>
    place
      ? call(commandCalls.robotGoTo, { ...body, ...place })
      : Promise.reject(new Error('a place is needed')),
  robotPatrol: (body, { patrol }) =>
    patrol
      ? call(commandCalls.robotPatrol, { ...body, ...patrol })
      : Promise.reject(new Error('a patrol is needed')),
  robotReturn: (body) => call(commandCalls.robotReturn, body),
  robotStop: (body) => call(commandCalls.robotStop, body),
  controlRequest: (body) => call(commandCalls.controlRequest, body),
  controlRelease: (body) => call(commandCalls.controlRelease, body),
};

/** Outcomes that carry a sentence worth reading in one's own language. */
const notifying = (state: CommandState): boolean =>
  (isFinal(state) && state !== 'succeeded') || state === 'unknown' || state === 'accepted_late';

export interface OrderDetails {
  flightOID?: string | undefined;
  epoch?: number | undefined;
  nonce?: string | undefined;
  /** Where to. */
  place?: { lng: number; lat: number } | undefined;
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
      const { flightOID, epoch, nonce } = details;
      const key = newKey();
      const clickedAt = now();
      const click = { method, by: name, issuedAt: serverMoment(clickedAt), flightOID: flightOID ?? null };
      setBoard((before) => clicked(before, key, click));
      try {
        const record = await calls[method](
          {
            oid: dockOID,
            key,
            issuedAt: await clickMoment(clickedAt),
            epoch,
            tabId,
            nonce,
            flightOID: flightOID ?? '',
          },
          details,
        );
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
