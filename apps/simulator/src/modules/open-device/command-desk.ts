import {
  openCommand,
  openCommandNames,
  openCommands,
  type OpenAck,
  type OpenCommand,
  type OpenCommandName,
  type OpenRejection,
} from '@eyrie/domain';
import type { OpenBreach, OpenMachine } from './options.ts';

/** Ids that are remembered; the oldest give way. */
const remembered = 1_000;

interface DeskOptions {
  machine: OpenMachine;
  breaks: readonly OpenBreach[];
  /** Time of the server, as far as the device knows it. */
  serverNow(): number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const read = (text: string): Record<string, unknown> | null => {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

const rejected = (id: string, reason: OpenRejection, text?: string): OpenAck => ({
  id,
  result: 'rejected',
  reason,
  ...(text === undefined ? {} : { text }),
});

/** Decides what becomes of a command: each id once, in its time, and only what the device can do. */
export class CommandDesk {
  readonly #options: DeskOptions;
  readonly #answers = new Map<string, OpenAck>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** The answer to a message; null when nobody can be answered. A device that is not welcome carries out nothing. */
  take(text: string, welcome: boolean): OpenAck | null {
    const json = read(text);
    const id = json?.id;
    if (json === null || typeof id !== 'string' || !uuid.test(id)) return null;
    if (!welcome) return rejected(id, 'notAble', 'this device was not welcomed');
    const before = this.#answers.get(id);
    if (before) {
      this.#again(before, json);
      return before;
    }
    const reason = this.#begin(json);
    const ack: OpenAck = reason === null ? { id, result: 'accepted' } : rejected(id, reason);
    this.#answers.set(id, ack);
    if (this.#answers.size > remembered) this.#answers.delete(this.#answers.keys().next().value ?? '');
    return ack;
  }

  #again(before: OpenAck, json: Record<string, unknown>): void {
    if (this.#options.breaks.includes('repeatsCommands') && before.result === 'accepted') this.#begin(json);
  }

  #begin(json: Record<string, unknown>): OpenRejection | null {
    const { machine, breaks, serverNow } = this.#options;
    const name = openCommandNames.find((one) => one === json.name);
    if (name === undefined) return 'unknownCommand';
    const command = openCommand.safeParse(json);
    if (!command.success) return 'invalidArguments';
    if (serverNow() >= command.data.expiresAt && !breaks.includes('ignoresExpiry')) return 'expired';
    if (name !== 'stop' && !machine.greeting.commands.includes(name)) return 'notAble';
    return this.#carryOut(name, command.data);
  }

  #carryOut(name: OpenCommandName, command: OpenCommand): OpenRejection | null {
    const given = openCommands[name].safeParse(command.arguments);
    return given.success
      ? this.#options.machine.begin({ ...command, arguments: given.data })
      : 'invalidArguments';
  }
}
