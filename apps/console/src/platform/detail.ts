import type { NamedKind, NamedThings } from '@eyrie/domain';
import { nameOfField, wordOfValue } from '@eyrie/phrases/detail-words';
import type { Figures } from './figures.ts';
import type { TextOf } from './text.tsx';

/** A value of a record as people read it. */
export type DetailValue =
  /** Of our own texts, or a figure. */
  | { kind: 'words'; text: string }
  /** What people wrote, in whatever language. */
  | { kind: 'name'; text: string }
  /** What machines wrote. An id or a checksum tells a reader nothing beside a name. */
  | { kind: 'code'; text: string; id: boolean }
  /** Something that is known by its oid and has a name. */
  | { kind: 'thing'; text: string; oid: string; of: NamedKind }
  | { kind: 'list'; items: readonly DetailValue[]; more: number }
  | { kind: 'facts'; facts: readonly DetailFact[] }
  | { kind: 'none'; text: string };

export interface DetailFact {
  key: string;
  /** Null for a field that nobody translated. */
  name: string | null;
  value: DetailValue;
}

/** A uuid or a checksum. */
const marks = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,})$/i;
const iso = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** A long list belongs into the record itself. */
const shownItems = 50;
/** 1973: what is earlier counts something else. */
const firstTime = 100_000_000_000;

const times: ReadonlySet<string> = new Set([
  'at',
  'dueAt',
  'expiresAt',
  'from',
  'insuranceUntil',
  'issuedAt',
  'madeAt',
  'to',
  'until',
  'validUntil',
]);
/** Numbers that are names. */
const numbered: ReadonlySet<string> = new Set(['code', 'epoch', 'module', 'version']);
const written: ReadonlySet<string> = new Set([
  'ar',
  'asker',
  'en',
  'insuranceCompany',
  'keyword',
  'name',
  'names',
  'note',
  'pcName',
  'reason',
  'remark',
  'taskName',
  'zh',
]);
/** What a reader looks for first; ids stand last. */
const leading = ['path', 'name', 'names', 'account', 'accounts', 'reason'];

export interface DetailWords {
  text: TextOf;
  figures: Pick<Figures, 'amount' | 'time' | 'speed' | 'height'>;
  messages: Readonly<Record<string, string>>;
  /** Names of what the record knows by oid alone. */
  things?: NamedThings | undefined;
}

const two = (value: number): string => String(value).padStart(2, '0');

function numberOf(key: string, value: number, parent: string, { figures, text }: DetailWords): DetailValue {
  const words = (shown: string): DetailValue => ({ kind: 'words', text: shown });
  if (numbered.has(key)) return { kind: 'code', text: String(value), id: false };
  if (times.has(key) && value >= firstTime) return words(figures.time(value));
  // Minutes of a day.
  if (parent === 'quiet') return words(`${two(Math.floor(value / 60))}:${two(value % 60)}`);
  if (key === 'windLimit') return words(figures.speed(value));
  if (key === 'returnAltitude') return words(figures.height(value));
  return words(figures.amount(value, key === 'percent' ? text('unit.percent') : undefined, 7));
}

/** What stands in a record in place of a value. */
function placeholder(value: string, text: TextOf): string | null {
  if (value === '[masked]') return text('detail.masked');
  if (value === '[undeclared]') return text('detail.undeclared');
  const long = /^\[(\d+) characters\]$/.exec(value);
  return long ? text('detail.tooLong', { count: Number(long[1]) }) : null;
}

function textOf(key: string, value: string, { figures, messages, text, things }: DetailWords): DetailValue {
  const thing = marks.test(value) ? things?.[value.toLowerCase()] : undefined;
  if (thing?.name) return { kind: 'thing', text: thing.name, oid: value, of: thing.kind };
  const word = placeholder(value, text) ?? wordOfValue(key, value, messages);
  if (word !== null) return { kind: 'words', text: word };
  if (iso.test(value)) return { kind: 'words', text: figures.time(Date.parse(value)) };
  if (value === '') return { kind: 'none', text: figures.amount(null) };
  return written.has(key)
    ? { kind: 'name', text: value }
    : { kind: 'code', text: value, id: marks.test(value) };
}

function valueOf(key: string, value: unknown, parent: string, words: DetailWords): DetailValue {
  const none: DetailValue = { kind: 'none', text: words.figures.amount(null) };
  if (typeof value === 'boolean')
    return { kind: 'words', text: words.text(value ? 'detail.yes' : 'detail.no') };
  if (typeof value === 'number') return numberOf(key, value, parent, words);
  if (typeof value === 'string') return textOf(key, value, words);
  if (Array.isArray(value)) {
    const items = value.slice(0, shownItems).map((one: unknown) => valueOf(key, one, parent, words));
    return items.length === 0 ? none : { kind: 'list', items, more: value.length - items.length };
  }
  if (typeof value !== 'object' || value === null) return none;
  const facts = factsOf(value as Record<string, unknown>, key, words);
  return facts.length === 0 ? none : { kind: 'facts', facts };
}

const rank = ({ key, value }: DetailFact): number => {
  if (value.kind === 'code' && value.id) return leading.length + 1;
  const place = leading.indexOf(key);
  return place === -1 ? leading.length : place;
};

/** Fields that do not tell what their ids are of. */
const nameless: ReadonlySet<string> = new Set(['id', 'oid', 'oids']);
/** Fields that do: of one thing, and of several. */
const fieldsOf: Readonly<Record<NamedKind, readonly [one: string, many: string]>> = {
  organisation: ['organisation', 'organisation'],
  department: ['groupOID', 'departments'],
  member: ['memberOID', 'members'],
  role: ['roleOID', 'roles'],
  dock: ['dockOID', 'docks'],
  drone: ['droneOID', 'drones'],
  route: ['routeOID', 'routes'],
  task: ['taskOID', 'tasks'],
  flight: ['flightOID', 'flights'],
};

/** The field that names what stands here; null when that is not known of all of it. */
const kindOf = (value: DetailValue): string | null => {
  if (value.kind === 'thing') return fieldsOf[value.of][0];
  if (value.kind !== 'list') return null;
  const kinds = new Set(value.items.map((item) => (item.kind === 'thing' ? item.of : null)));
  const [only] = kinds;
  return kinds.size === 1 && only ? fieldsOf[only][value.items.length > 1 ? 1 : 0] : null;
};

const namesIn = (value: DetailValue): string[] => {
  if (value.kind === 'list') return value.items.flatMap((item) => namesIn(item));
  return value.kind === 'name' ? [value.text] : [];
};

/** What a field beside it calls by name already is not named a second time. */
const unsaid = (value: DetailValue, said: ReadonlySet<string>): DetailValue => {
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => unsaid(item, said)) };
  return value.kind === 'thing' && said.has(value.text) ? { kind: 'code', text: value.oid, id: true } : value;
};

function factsOf(
  detail: Readonly<Record<string, unknown>>,
  parent: string,
  words: DetailWords,
): DetailFact[] {
  const values = Object.entries(detail).map(
    ([key, value]) => [key, valueOf(key, value, parent, words)] as const,
  );
  const said = new Set(values.flatMap(([, value]) => namesIn(value)));
  return values
    .map(([key, value]) => {
      if (!nameless.has(key)) return { key, name: nameOfField(key, words.messages), value };
      const once = unsaid(value, said);
      return { key, name: nameOfField(kindOf(once) ?? key, words.messages), value: once };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/** A record of names and values in the words of a reader: what matters first, ids last. */
export const describeDetail = (detail: Readonly<Record<string, unknown>>, words: DetailWords): DetailFact[] =>
  factsOf(detail, '', words);

/** Whose parts are named well enough by themselves. */
const wrappers: ReadonlySet<string> = new Set(['arguments', 'changed', 'filter', 'request']);

const unwrapped = (facts: readonly DetailFact[]): DetailFact[] =>
  facts.flatMap((fact) =>
    wrappers.has(fact.key) && fact.value.kind === 'facts' ? unwrapped(fact.value.facts) : [fact],
  );

const isId = ({ value }: DetailFact): boolean =>
  (value.kind === 'code' && value.id) ||
  (value.kind === 'list' && value.items.every((item) => item.kind === 'code' && item.id));

/** The facts that fit into one line of a list: nothing empty, and ids only when there is nothing else. */
export const briefly = (facts: readonly DetailFact[]): DetailFact[] => {
  const full = unwrapped(facts).filter(({ value }) => value.kind !== 'none');
  const speaking = full.filter((fact) => !isId(fact));
  return (speaking.length > 0 ? speaking : full).slice(0, 8);
};
