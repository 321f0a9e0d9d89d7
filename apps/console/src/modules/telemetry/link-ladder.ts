import type { LinkLevel } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DeviceState } from '@eyrie/ui';

/** How one of the three links is shown. `age` says whether the age of its data belongs beside the word. */
export interface LinkStyle {
  state: DeviceState;
  wordId: PhraseId;
  age: boolean;
}

export interface LinkFacts {
  /** `quiet`: the link stands, but the server does not answer on it. */
  page: 'connecting' | 'up' | 'quiet' | 'down';
  dock: { online: boolean | null; level: LinkLevel };
  /** `online` null: nothing was said about an aircraft yet. */
  drone: { online: boolean | null; airborne: boolean; level: LinkLevel };
}

const byLevel: Readonly<Record<LinkLevel, LinkStyle>> = {
  live: { state: 'live', wordId: 'monitor.link.live', age: false },
  ageing: { state: 'live', wordId: 'monitor.link.ageing', age: true },
  stale: { state: 'attention', wordId: 'state.stale', age: true },
  lost: { state: 'alarm', wordId: 'state.lost', age: true },
  lastKnown: { state: 'alarm', wordId: 'state.lost', age: true },
};
const unseen: LinkStyle = { state: 'offline', wordId: 'monitor.link.unseen', age: true };
const never: LinkStyle = { state: 'offline', wordId: 'state.never', age: false };

export interface ThreeLinks {
  page: LinkStyle;
  dock: LinkStyle;
  drone: LinkStyle;
}

const pageStyle = (page: LinkFacts['page']): LinkStyle => {
  if (page === 'up') return byLevel.live;
  if (page === 'quiet') return { state: 'attention', wordId: 'monitor.link.quiet', age: true };
  return page === 'connecting'
    ? { state: 'attention', wordId: 'monitor.link.connecting', age: false }
    : { state: 'alarm', wordId: 'state.lost', age: true };
};

const dockStyle = ({ page, dock }: LinkFacts): LinkStyle => {
  if (dock.online === null) return never;
  // Behind a link of ours that is down, nobody here can say how the next one is.
  if (page === 'down') return unseen;
  return dock.online ? byLevel[dock.level] : { state: 'offline', wordId: 'state.offline', age: true };
};

const droneStyle = (facts: LinkFacts): LinkStyle => {
  const { page, drone, dock } = facts;
  if (drone.online === null) return never;
  if (page === 'down' || dock.online === false) return unseen;
  if (drone.online) return byLevel[drone.level];
  return drone.airborne
    ? { state: 'alarm', wordId: 'state.lost', age: true }
    : { state: 'offline', wordId: 'monitor.link.droneOff', age: false };
};

/** The three links, each judged by its own data: browser to server, server to dock, dock to aircraft. */
export const threeLinks = (facts: LinkFacts): ThreeLinks => ({
  page: pageStyle(facts.page),
  dock: dockStyle(facts),
  drone: droneStyle(facts),
});
