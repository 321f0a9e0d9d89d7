import { commandRules, refusalStatus, type CommandRecord, type RefusalReason } from '@eyrie/domain';
import { errorMessage } from '@eyrie/dji';
import type { Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { notShown } from './command.watch.ts';
import { commandByOid, onItsWay, type Command } from './command.store.ts';

const moves = ({ method }: Pick<Command, 'method'>): boolean => commandRules[method].control === 'flight';

/** Whether it was stopped between its steps. */
export const wasStopped = ({ state, detail }: Pick<Command, 'state' | 'detail'>): boolean =>
  state === 'failed' && detail?.startsWith('{') === true && 'undone' in (JSON.parse(detail) as object);

/** Why it was stopped between its steps, and whether the dock undid what it had prepared. */
const stoppedMessage = (
  language: Language,
  reason: string,
  values: Record<string, string | number>,
): string => {
  const own = `commandStopped.${reason}`;
  const why = say(language, hasPhrase(own) ? own : `refusal.${reason}`, values);
  const undone = values['undone'] === 'accepted' ? 'undone' : values['undone'] ? 'notUndone' : 'ended';
  return say(language, `commandStopped.outcome.${undone}`, { why });
};

/** The sentence on a command's chip. */
export const commandWords = (
  language: Language,
  command: Pick<Command, 'method' | 'state' | 'reason' | 'code' | 'detail'>,
): string => {
  if (command.state === 'unknown' && command.reason === 'deviceSilent' && moves(command))
    return say(language, `commandState.${command.detail === notShown ? 'notShown' : 'mayStillRun'}`);
  if (command.reason === 'deviceRefused' && command.code !== null)
    return errorMessage(command.code, language);
  if (command.reason) {
    const values = command.detail?.startsWith('{')
      ? (JSON.parse(command.detail) as Record<string, string | number>)
      : {};
    if (wasStopped(command)) return stoppedMessage(language, command.reason, values);
    return say(language, `refusal.${command.reason}`, values);
  }
  return say(language, `commandState.${command.state}`);
};

/**
 * Why a job on a device failed, in words: by the number of the device where it gave one, otherwise by our own name of the
 * fault. Null: it did not fail.
 * @param names first part of the phrases of these faults, `firmware.fault`
 */
export const faultMessage = (
  language: Language,
  names: string,
  { fault, code }: { fault: string | null; code: number | null },
): string | null => {
  if (fault === null) return null;
  return code === null ? say(language, `${names}.${fault}`) : errorMessage(code, language);
};

/** The sentence of an order by its oid; null: there is none any more. */
export const wordsOfOrder = async (db: DbOrTrx, language: Language, oid: string): Promise<string | null> => {
  const command = await commandByOid(db, oid);
  return command && commandWords(language, command);
};

/** A command as people see it. */
export const presentCommand = (language: Language, command: Command): CommandRecord => ({
  commandOID: command.oid,
  dockOID: command.dockOID,
  flightOID: command.flightOID,
  method: command.method,
  state: command.state,
  code: command.code,
  reason: command.reason,
  message: commandWords(language, command),
  issuedBy: { oid: command.issuedBy, name: command.issuedByName },
  issuedAt: command.issuedAt,
  epoch: command.epoch,
  history: command.history.map((entry) => ({
    ...entry,
    detail: entry.detail?.startsWith('{') ? null : entry.detail,
  })),
});

/**
 * The answer of a command call: 200 accepted, 409 refused by us, before it left or between its steps, 502 refused by
 * the device, 504 no answer. All but the first are thrown, with the record beside the reason.
 */
export const answerOf = (language: Language, command: Command): CommandRecord => {
  const record = presentCommand(language, command);
  const fail = (reason: RefusalReason, code: number): never => {
    throw new Refusal(reason, { message: record.message, data: { ...record }, code });
  };
  if (command.state === 'rejected')
    return fail((command.reason ?? 'deviceRefused') as RefusalReason, command.code ?? 502);
  if (command.state === 'expired') return fail('expired', 409);
  if (command.state === 'unknown' || onItsWay.has(command.state)) return fail('deviceSilent', 504);
  if (command.state === 'failed') {
    // The device accepted it and failed, as its state shows.
    const reason = (command.reason ?? 'deviceRefused') as RefusalReason;
    // A device that refused late has a code of its own.
    return fail(reason, reason === 'deviceRefused' ? (command.code ?? 502) : refusalStatus[reason]);
  }
  return record;
};
