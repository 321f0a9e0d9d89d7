import { demoLanguages, type DemoLanguage, type DemoRoom, type DemoWorld, type Names } from '../demo-room.ts';

/** Between two looks for devices that came in by themselves, ms. */
const lookEvery = 15_000;
const year = 365 * 86_400_000;

const paths = ['uavdock', 'uavuav', 'uavbattery', 'uavptz', 'uavrc', 'robot'] as const;
type Path = (typeof paths)[number];

/** What things are called that only say their serial number. */
const named: Partial<Readonly<Record<Path, Names>>> = {
  uavbattery: { 'zh-CN': '电池', en: 'Battery', ar: 'بطارية' },
  uavptz: { 'zh-CN': '云台', en: 'Gimbal', ar: 'حامل' },
  uavrc: { 'zh-CN': '遥控器', en: 'Controller', ar: 'وحدة تحكم' },
};

interface Row {
  oid: string;
  name: string;
  sn: string;
  standing?: string;
  droneName?: string | null;
  slot?: string | null;
  incomplete: readonly string[];
}

/** What the demo calls it before the number, by language. */
const stemsOf = (path: Path, droneName?: string | null): readonly string[] =>
  demoLanguages.flatMap((one) => {
    const kind = named[path]?.[one];
    return kind ? [[droneName, kind].filter(Boolean).join(' ')] : [];
  });

/** The number in a name that the demo gave, in whichever language; `own`: people named it. */
const numberIn = (path: Path, { name, sn, droneName, slot }: Row): number | 'own' | null => {
  if (name === sn) return slot && /^\d+$/.test(slot) ? Number(slot) + 1 : null;
  for (const stem of stemsOf(path, droneName)) {
    if (name === stem) return null;
    const [, number] = name.startsWith(stem) ? (/^ (\d+)$/.exec(name.slice(stem.length)) ?? []) : [];
    if (number) return Number(number);
  }
  return 'own';
};

/**
 * A name that people can say, for a device that goes by its serial number or by the demo's name in another language.
 * @param taken names of others: two batteries that were in the same slot are two
 */
export const nameFor = (
  path: Path,
  row: Row,
  language: DemoLanguage,
  taken: ReadonlySet<string> = new Set(),
): string => {
  const kind = named[path]?.[language];
  let number = numberIn(path, row);
  if (!kind || number === 'own') return row.name;
  const called = (): string => [row.droneName, kind, number].filter(Boolean).join(' ');
  while (taken.has(called())) number = Number(number ?? 1) + 1;
  return called();
};

/** What its record lacks, as whoever runs the demo's organisation would have filled it in. */
export const lacking = ({ incomplete, sn }: Row, now: number): Record<string, unknown> => {
  const given: Record<string, unknown> = {
    insuranceCompany: 'PICC',
    policyNumber: `DEMO-${sn.slice(-6)}`,
    insuranceUntil: now + year,
    model: 'Demo',
    firmware: '1.0.0',
  };
  return Object.fromEntries(incomplete.map((field) => [field, given[field]]));
};

const languageOf = new WeakMap<DemoWorld, DemoLanguage>();

/** Takes in what was found, names it and fills in its record. What the server refuses is tried at the next look. */
export const keepBook = async ({ calls }: DemoWorld, language: DemoLanguage, now: number): Promise<void> => {
  for (const path of paths) {
    const found = await calls.post<{ list: Row[] }>(`/nebula-five/${path}/query.rest`, { pageSize: 200 });
    const ours = found.ok ? found.data.list.filter(({ sn }) => sn.startsWith('SIM')) : [];
    const fresh = ours.filter(({ standing }) => standing === 'found').map(({ oid }) => oid);
    if (fresh.length > 0)
      await calls.post(`/nebula-five/${path}/accept.rest`, { oids: fresh, groupOID: calls.groupOID });
    const names = new Map(found.ok ? found.data.list.map(({ oid, name }) => [oid, name]) : []);
    for (const row of ours) {
      names.delete(row.oid);
      const name = nameFor(path, row, language, new Set(names.values()));
      names.set(row.oid, name);
      const change = { ...(name === row.name ? {} : { name }), ...lacking(row, now) };
      if (Object.keys(change).length > 0)
        await calls.post(`/nebula-five/${path}/edit.rest`, { oid: row.oid, ...change });
    }
  }
};

/** The book of the demo's devices is kept as an organisation keeps it: accepted, named and complete. */
export const demo: DemoRoom = {
  async fill(world, language) {
    languageOf.set(world, language);
    await world.insist('book', async () => {
      await keepBook(world, language, world.clock.wall());
      return true;
    });
  },
  async run(world) {
    while (!world.ended()) {
      await keepBook(world, languageOf.get(world) ?? 'zh-CN', world.clock.wall());
      await world.pause(lookEvery);
    }
  },
};
