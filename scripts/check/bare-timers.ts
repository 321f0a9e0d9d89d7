/** Background work of the server is declared, so that the page of operations can say what runs how often. */
import type { Source } from './sources.ts';

/** What beats by itself: clocks of a protocol, and what the declared timers themselves rest on. */
export const ownClocks: Readonly<Record<string, string>> = {
  'modules/drc/drc.forwarder.ts': 'time of the watchdog of each dock that is flown by sticks',
  'modules/drc/drc.socket.ts': 'compares the clocks of pages that fly',
  'modules/layer/photogrammetry/photogrammetry-fetch.ts':
    'renews the claim of one result while layers are made of it',
  'modules/operation/work-attempt.ts': 'heartbeat of one work, for as long as it is done',
  'modules/telemetry/live-endpoint.ts': 'silence and answers of the connections of readers',
  'modules/telemetry/telemetry.publisher.ts': 'the beat in which live topics are published',
  'modules/upload/upload.service.ts': 'renews the claim of one upload while its parts are put together',
  'modules/video/recording.finish.ts': 'renews the claim of one recording while files are made of it',
  'modules/video/video.viewing.ts': 'heartbeat of one viewer',
  'processes/api/http.ts': 'closes idle connections while the port drains',
  'processes/api/organisation-feed.ts': 'subscriptions of this process, which end with their readers',
  'processes/api/live.ts': 'heartbeat of the sessions of readers, and of the links that they show',
  'processes/api/pilot-live.ts': 'heartbeat of the session of one remote controller',
  'processes/foundation.ts': 'whether the database is there: timers rest on it',
  'processes/gateway/claims.ts': 'renews claims of docks before they run out',
  'processes/gateway/gateway-timers.ts': 'how long docks are silent and orders unanswered',
  'processes/gateway/gateway-watch.ts': 'whether a gateway elsewhere renews its claims',
  'processes/start-video.ts': 'says which streams this server takes before its word runs out',
  'processes/write-watch.ts': 'whether this server can write, before its rooms are made',
};

const root = 'apps/server/src/';
const isLookedAt = (path: string): boolean =>
  /^apps\/server\/src\/(?:modules|processes)\/.*\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$/.test(path);

export function bareTimerFaults(
  sources: readonly Source[],
  allowed: Readonly<Record<string, string>> = ownClocks,
): string[] {
  const bare = sources
    .filter(({ path, text }) => isLookedAt(path) && /\bsetInterval\s*\(/.test(text))
    .map(({ path }) => path.slice(root.length));
  const undeclared = bare
    .filter((path) => !(path in allowed))
    .map((path) => `${root}${path}: setInterval is nobody's timer; export it in the room's \`timers\``);
  const gone = Object.keys(allowed)
    .filter((path) => !bare.includes(path))
    .map((path) => `${root}${path} has no setInterval any more: take it out of scripts/check/bare-timers.ts`);
  return [...undeclared, ...gone];
}
