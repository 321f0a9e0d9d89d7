import type { Clock } from '../platform/clock.ts';
import type { DemoBook } from './demo.book.ts';
import type { Log } from '../platform/log.ts';
import type { Repairs } from '../modules/world/index.ts';
import type { ServerCalls } from './server-calls.ts';

export const demoLanguages = ['zh-CN', 'en', 'ar'] as const;
export type DemoLanguage = (typeof demoLanguages)[number];

/** Names of docks have at most 20 characters. */
export type Names = Readonly<Record<DemoLanguage, string>>;

/** The same with its name in one language. */
export const namedIn = <T extends { names: Names }>(
  things: readonly T[],
  language: DemoLanguage,
): (T & { name: string })[] => things.map((thing) => ({ ...thing, name: thing.names[language] }));

/** What a room fills its part of the demo with. */
export interface DemoWorld {
  calls: ServerCalls;
  book: DemoBook;
  clock: Clock;
  log: Log;
  brokerUrl: string;
  dataDir: string;
  /** What people repaired in the land, for all aircraft of the demo. */
  repairs?: Repairs | undefined;
  speed: number;
  /** Between two patrols, ms. */
  patrolEveryMs?: number | undefined;
  fallbackVideo?: string | undefined;
  /** Tries until there is a result; null: the demo has ended. */
  insist<T>(what: string, attempt: () => Promise<T | null>): Promise<T | null>;
  /** Ends early with the demo. */
  pause(ms: number): Promise<void>;
  ended(): boolean;
}

/** `demo` of `demo/<word>.ts`: the room's part of the demo, made through the same calls as a user's. */
export interface DemoRoom {
  /** Its records as they are wanted in the language, there already or not; after those of the rooms before it. */
  fill?(world: DemoWorld, language: DemoLanguage): Promise<void>;
  /** Keeps the demo alive from then on, until it ends. */
  run?(world: DemoWorld): Promise<void>;
  stop?(world: DemoWorld): Promise<void>;
}
