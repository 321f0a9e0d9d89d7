import {
  openCommandNames,
  type OpenCommandName,
  type OpenHello,
  type OpenPlace,
  type OpenState,
} from '@eyrie/domain';
import { destination, distance } from '@eyrie/geometry';

export interface Movement {
  name: OpenCommandName;
  arguments: Record<string, unknown>;
}

/** Metres that a robot is sent away from where it was first seen. */
const metres = { near: 8, far: 60 } as const;

const somewhere = { lng: 0, lat: 0 };
/** Arguments that fit, for a command that must be rejected by its name. */
const fitting: Readonly<Record<OpenCommandName, Record<string, unknown>>> = {
  goTo: somewhere,
  patrol: { name: 'trial', points: [somewhere] },
  returnToBase: {},
  startJob: {
    flightId: '00000000-0000-4000-8000-000000000000',
    file: { url: 'http://127.0.0.1:9/none.kmz', md5: '0'.repeat(32), bytes: 1 },
    returnAltitude: 60,
    lostAction: 'return',
  },
  returnHome: {},
  coverOpen: {},
  coverClose: {},
  stop: {},
};

/** What a device can be moved by without harm, from what it says of itself. */
export class Movements {
  readonly #hello: OpenHello;
  readonly #start: OpenPlace | undefined;

  constructor(hello: OpenHello, first: OpenState | undefined) {
    this.#hello = hello;
    this.#start = first?.place;
  }

  /** A command after which something moves, from how the device is now; null when it has none. */
  next(now: OpenState | undefined, far = false): Movement | null {
    return this.#hello.kind === 'robot' ? this.#drive(now, far) : this.#cover(now);
  }

  /** Why there is none. */
  get missing(): string {
    if (this.#hello.kind === 'dock')
      return 'it names no coverOpen and coverClose, or says no state of its cover';
    return 'it names neither goTo nor patrol, or says no place';
  }

  /** A command with arguments that do not fit. */
  get misfit(): Movement | null {
    if (this.#has('goTo')) return { name: 'goTo', arguments: { lng: 'east', lat: 999 } };
    if (this.#has('patrol')) return { name: 'patrol', arguments: { name: '', points: [] } };
    return this.#has('startJob') ? { name: 'startJob', arguments: { flightId: 'none' } } : null;
  }

  /** A command of the contract that the hello does not name; one without arguments rather than another. */
  get foreign(): Movement | null {
    const others = openCommandNames.filter((name) => name !== 'stop' && !this.#has(name));
    const plain = others.find((name) => Object.keys(fitting[name]).length === 0);
    const name = plain ?? others[0];
    return name === undefined ? null : { name, arguments: fitting[name] };
  }

  #has(name: OpenCommandName): boolean {
    return this.#hello.commands.includes(name);
  }

  /** Away from where it was first seen, or back there, whichever is farther from where it stands. */
  #drive(now: OpenState | undefined, far: boolean): Movement | null {
    const start = this.#start;
    if (!start || !now?.place) return null;
    const away = destination(start, 0, far ? metres.far : metres.near);
    const { lng, lat } = distance(now.place, away) > distance(now.place, start) ? away : start;
    if (this.#has('goTo')) return { name: 'goTo', arguments: { lng, lat } };
    if (!this.#has('patrol')) return null;
    return { name: 'patrol', arguments: { name: 'trial', points: [{ lng, lat }] } };
  }

  #cover(now: OpenState | undefined): Movement | null {
    if (!now?.dock || !this.#has('coverOpen') || !this.#has('coverClose')) return null;
    return { name: now.dock.cover === 'closed' ? 'coverOpen' : 'coverClose', arguments: {} };
  }
}
