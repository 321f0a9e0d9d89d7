import { eventCodes } from '@eyrie/domain';

/** Whom an open connection belongs to, as the check of its credential found. */
export interface LiveGrant {
  sessionOID: string;
  memberOID: string;
  /** Organisation: the second level of every topic this connection may read. */
  groupRoot: string;
}

/** The device or record a message is about; readers who may not see it do not get the message. */
export interface LiveSubject {
  kind: string;
  oid: string;
}

export interface LiveTopic<Reader> {
  readonly name: string;
  readonly levels: readonly string[];
  readonly subject: LiveSubject | null;
  /** Every message counts, against a state of which only the newest does. */
  readonly event: boolean;
  /** The newest message of a state, encoded for the wire. */
  packet: Buffer | null;
  readonly readers: Set<Reader>;
}

const isEvent = (levels: readonly string[]): boolean =>
  levels[0] !== 'INFO' || eventCodes.has(levels.at(-1) ?? '');

/** The device that a topic names; null: it names none. */
export const subjectOf = ([family, , kind, oid]: readonly string[]): LiveSubject | null =>
  family === 'INFO' && kind !== undefined && oid !== undefined ? { kind, oid } : null;

/**
 * Splits a topic filter that the holder of a grant may subscribe to; `null` for every other. The first two levels
 * name the family and its owner and take no wildcard: what is foreign cannot be asked for, let alone matched.
 */
export function allowedFilter(filter: string, grant: LiveGrant, maxLevels: number): string[] | null {
  const levels = filter.split('/');
  const [family, owner] = levels;
  if (levels.length < 3 || levels.length > maxLevels || filter.includes('\0')) return null;
  const own = family === 'USER' ? grant.memberOID : grant.groupRoot;
  if (family !== 'INFO' && family !== 'SEQ' && family !== 'USER') return null;
  if (own === '' || owner !== own) return null;
  const sound = levels.every(
    (level, at) => level === '+' || (level === '#' && at === levels.length - 1) || !/[+#]/.test(level),
  );
  return sound ? levels : null;
}

/** Does a filter match a topic, both split into levels (MQTT 3.1.1, 4.7). */
export function matches(filter: readonly string[], topic: readonly string[]): boolean {
  for (const [at, level] of filter.entries()) {
    if (level === '#') return true;
    if (at >= topic.length || (level !== '+' && level !== topic[at])) return false;
  }
  return filter.length === topic.length;
}

interface Scope<Reader> {
  readonly topics: Set<LiveTopic<Reader>>;
  readonly filters: Map<Reader, string[][]>;
}

const scopeKey = (levels: readonly string[]): string => `${levels[0]}/${levels[1]}`;

/**
 * Who reads which topic. Each topic keeps its readers, worked out when either appears, so that a message costs one
 * look-up however many readers and filters there are. Topics and filters are divided by their first two levels.
 */
export class TopicIndex<Reader> {
  readonly #topics = new Map<string, LiveTopic<Reader>>();
  readonly #scopes = new Map<string, Scope<Reader>>();

  /** How many topics are known. */
  get size(): number {
    return this.#topics.size;
  }

  #scope(levels: readonly string[]): Scope<Reader> {
    const key = scopeKey(levels);
    let scope = this.#scopes.get(key);
    if (!scope) {
      scope = { topics: new Set(), filters: new Map() };
      this.#scopes.set(key, scope);
    }
    return scope;
  }

  #cleanUp(levels: readonly string[], scope: Scope<Reader>): void {
    if (scope.topics.size === 0 && scope.filters.size === 0) this.#scopes.delete(scopeKey(levels));
  }

  /** The topic of a name, made known if it is new. */
  topic(name: string): LiveTopic<Reader> {
    const known = this.#topics.get(name);
    if (known) return known;
    const levels = name.split('/');
    const scope = this.#scope(levels);
    const readers = new Set<Reader>();
    for (const [reader, filters] of scope.filters) {
      if (filters.some((filter) => matches(filter, levels))) readers.add(reader);
    }
    const topic: LiveTopic<Reader> = {
      name,
      levels,
      subject: subjectOf(levels),
      event: isEvent(levels),
      packet: null,
      readers,
    };
    this.#topics.set(name, topic);
    scope.topics.add(topic);
    return topic;
  }

  /** Drops a topic and its present state. */
  forget(name: string): void {
    const topic = this.#topics.get(name);
    if (!topic) return;
    topic.packet = null;
    this.#topics.delete(name);
    const scope = this.#scope(topic.levels);
    scope.topics.delete(topic);
    this.#cleanUp(topic.levels, scope);
  }

  /** Drops every topic of an owner. */
  forgetOwner(family: string, owner: string): void {
    for (const { name } of this.#scopes.get(`${family}/${owner}`)?.topics ?? []) this.forget(name);
  }

  /** Adds a filter of a reader; gives the known topics that it matches. */
  subscribe(reader: Reader, filter: string[]): LiveTopic<Reader>[] {
    const scope = this.#scope(filter);
    const filters = scope.filters.get(reader);
    if (filters) filters.push(filter);
    else scope.filters.set(reader, [filter]);
    const found = [...scope.topics].filter((topic) => matches(filter, topic.levels));
    for (const topic of found) topic.readers.add(reader);
    return found;
  }

  /** Who asks by name, without a wildcard, for a topic that ends in this level. */
  named(last: string): { reader: Reader; levels: readonly string[] }[] {
    const found: { reader: Reader; levels: readonly string[] }[] = [];
    for (const { filters } of this.#scopes.values())
      for (const [reader, own] of filters)
        for (const levels of own)
          if (levels.at(-1) === last && !levels.includes('+')) found.push({ reader, levels });
    return found;
  }

  /** Takes back one filter that was added as this very array. */
  unsubscribe(reader: Reader, filter: string[]): void {
    const scope = this.#scope(filter);
    const rest = (scope.filters.get(reader) ?? []).filter((other) => other !== filter);
    if (rest.length > 0) scope.filters.set(reader, rest);
    else scope.filters.delete(reader);
    for (const topic of scope.topics) {
      if (!rest.some((other) => matches(other, topic.levels))) topic.readers.delete(reader);
    }
    this.#cleanUp(filter, scope);
  }
}
