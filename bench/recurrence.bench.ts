import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { repeatSchedule, weekdays, writeRule, type RepeatSchedule } from '@eyrie/domain';
import { momentOf, runsAfter, wallOf } from '@eyrie/domain/recurrence';
import { type BenchRow, type Measure } from './row.ts';

const rules = 5_000;
const runsOfEach = 30;
/** Our expansion also knows windows, exceptions and gaps: times what the faster of two plain ones takes. */
const most = 3;
const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'];

/** The same numbers in each run (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};
const two = (value: number): string => String(value).padStart(2, '0');

const some = <T>(random: (below: number) => number, all: readonly T[], upTo: number): T[] =>
  Array.from({ length: 1 + random(upTo) }, () => all[random(all.length)] as T);

/** Schedules of every kind, most of them at an hour at which clocks are changed somewhere. */
const schedulesOf = (seed: number): RepeatSchedule[] => {
  const random = randomOf(seed);
  const days = [...Array.from({ length: 31 }, (_, at) => at + 1), -1];
  return Array.from({ length: rules }, () => {
    const frequency = (['day', 'week', 'month'] as const)[random(3)] ?? 'day';
    const byDay = random(2) === 0;
    const nth = some(random, [1, 2, 3, 4, 5, -1], 2).map((each) => ({
      nth: each,
      weekday: weekdays[random(7)],
    }));
    return repeatSchedule.parse({
      timeZone: zones[random(zones.length)],
      frequency,
      every: 1 + random(frequency === 'day' ? 9 : 4),
      from: `${2026 + random(3)}-${two(1 + random(12))}-${two(1 + random(28))}`,
      time: `${two(random(5))}:${two(random(60))}`,
      ...(frequency === 'week' ? { weekdays: some(random, weekdays, 4) } : {}),
      ...(frequency !== 'month' ? {} : byDay ? { nthWeekdays: nth } : { monthDays: some(random, days, 4) }),
    });
  });
};

const ruleLine = (schedule: RepeatSchedule): string =>
  writeRule(schedule)
    .split('\n')
    .find((line) => line.startsWith('RRULE:'))
    ?.slice('RRULE:'.length) ?? '';

/** A time that the clocks of the zone never show. */
const isGap = (wall: string, timeZone: string): boolean =>
  !wallOf(momentOf(wall, timeZone), timeZone).startsWith(wall);

type Walls = (schedule: RepeatSchedule) => string[];

interface Peer {
  name: string;
  walls: Walls;
  /** Where it is known to be wrong. */
  isWrong(schedule: RepeatSchedule, own: readonly string[]): boolean;
  wrong: string;
}

const ours: Walls = (schedule) =>
  runsAfter(schedule, momentOf(`${schedule.from}T00:00`, schedule.timeZone) - 1, runsOfEach).map(
    ({ wall }) => wall,
  );

/** Mozilla's library, in wall time: what each time means in its zone is left to whoever asks. */
const byIcal: Walls = ({ from, time, ...schedule }) => {
  const start = ICAL.Time.fromDateTimeString(`${from}T${time}:00`);
  const walk = ICAL.Recur.fromString(ruleLine({ from, time, ...schedule })).iterator(start);
  const found: string[] = [];
  for (let next = walk.next(); next && found.length < runsOfEach; next = walk.next())
    found.push(next.toString().slice(0, 16));
  return found;
};

/** The library that our days come from, by itself and in the real zone. */
const byTemporal: Walls = ({ from, time, timeZone, ...schedule }) => {
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${timeZone}:${from.replaceAll('-', '')}T${time.replace(':', '')}00\nRRULE:${ruleLine({ from, time, timeZone, ...schedule })}`,
    maxIterations: 100_000,
  });
  return rule.all((_, at) => at < runsOfEach).map((each) => each.toPlainDateTime().toString().slice(0, 16));
};

interface Compared {
  ms: number;
  oursMs: number;
  different: number;
  inGaps: number;
  /** Where the other is known to be wrong. */
  known: number;
}

const peers: readonly Peer[] = [
  {
    name: 'ical.js',
    walls: byIcal,
    // It loses count of the months where the first of them has no such weekday.
    isWrong: ({ from, frequency, nthWeekdays }, [first = '']) =>
      frequency === 'month' && nthWeekdays.length > 0 && first.slice(0, 7) !== from.slice(0, 7),
    wrong: 'whose first month has no such weekday',
  },
  {
    name: 'rrule-temporal in its zone',
    walls: byTemporal,
    // All runs keep the time to which the first was pushed.
    isWrong: ({ from, time, timeZone }) => isGap(`${from}T${time}`, timeZone),
    wrong: 'that begin in a gap',
  },
];

/** Whether two lists differ in runs in gaps alone, and in what follows at their ends. */
const gapsAlone = (one: readonly string[], other: readonly string[], timeZone: string): boolean => {
  const plain = (list: readonly string[]): string[] => list.filter((wall) => !isGap(wall, timeZone));
  const [a, b] = [plain(one), plain(other)];
  const length = Math.min(a.length, b.length);
  return length >= runsOfEach - 5 && a.slice(0, length).join() === b.slice(0, length).join();
};

const compare = (schedules: readonly RepeatSchedule[], { walls, isWrong }: Peer): Compared => {
  const compared: Compared = { ms: 0, oursMs: 0, different: 0, inGaps: 0, known: 0 };
  for (const schedule of schedules) {
    const begun = performance.now();
    const theirs = walls(schedule);
    const between = performance.now();
    const own = ours(schedule);
    compared.oursMs += performance.now() - between;
    compared.ms += between - begun;
    if (own.join() === theirs.join()) continue;
    if (gapsAlone(own, theirs, schedule.timeZone)) compared.inGaps += 1;
    else if (isWrong(schedule, own)) compared.known += 1;
    else {
      compared.different += 1;
      if (compared.different <= 3)
        process.stderr.write(`${writeRule(schedule)}\n${own.join(' ')}\n${theirs.join(' ')}\n`);
    }
  }
  return compared;
};

/** The runs of 5,000 schedules beside what two libraries for RRULE say of the same rules. */
export const measure: Measure = async () => {
  const schedules = schedulesOf(26);
  return peers.flatMap((peer): BenchRow[] => {
    const { ms, oursMs, different, inGaps, known } = compare(schedules, peer);
    return [
      {
        row: `recurrence: ${rules} rules, ${runsOfEach} runs each, in time`,
        ours: `${oursMs.toFixed(0)} ms`,
        peer: `${ms.toFixed(0)} ms (${peer.name})`,
        ratio: oursMs / ms,
        reach: `≤ ${most}×`,
        pass: oursMs / ms <= most,
      },
      {
        row: `recurrence: rules of them whose runs differ from those of ${peer.name}`,
        ours: `${different}, ${inGaps} in times that no clock shows, ${known} ${peer.wrong}`,
        peer: '0',
        ratio: null,
        reach: '0 besides those',
        pass: different === 0,
      },
    ];
  });
};
