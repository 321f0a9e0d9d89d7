import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begunAt, endedBefore, momentOf, runNamed, runsAfter } from './recurrence.ts';
import { readRule, writeRule } from './rule-text.ts';
import { at, date, repeat, schedules, suns } from './schedule.fixture.ts';
import { repeatSchedule, singleSchedule, type RepeatSchedule, type RunException } from './schedule.ts';

const walls = (given: object, count = 4, after = '2026-12-01T00:00:00Z'): string[] =>
  runsAfter(repeat(given), at(after), count).map(({ wall }) => wall);
const days = (given: object, count = 4, after?: string): string[] =>
  walls(given, count, after).map((wall) => wall.slice(0, 10));
const moments = (given: object, count: number, after: string): string[] =>
  runsAfter(repeat(given), at(after), count).map((run) => `${run.wall} ${new Date(run.at).toISOString()}`);

describe('the runs of a schedule', () => {
  it('come once at a time of the zone', () => {
    const single = singleSchedule.parse({ timeZone: 'Asia/Shanghai', at: '2027-03-31T08:30' });
    const run = { wall: '2027-03-31T08:30', at: at('2027-03-31T00:30:00Z') };
    expect(runsAfter(single, run.at - 1, 5)).toEqual([run]);
    expect(runsAfter(single, run.at, 5)).toEqual([]);
  });

  it('come by day, week and month', () => {
    expect(days({ every: 3 })).toEqual(['2027-01-01', '2027-01-04', '2027-01-07', '2027-01-10']);
    // The first of January 2027 is a Friday; the week of every second one begins on Monday.
    const week = { frequency: 'week', every: 2, weekdays: ['SU', 'MO'] };
    expect(days(week)).toEqual(['2027-01-03', '2027-01-11', '2027-01-17', '2027-01-25']);
    const month = { frequency: 'month', monthDays: [31, -1, 15] };
    expect(days(month)).toEqual(['2027-01-15', '2027-01-31', '2027-02-15', '2027-02-28']);
    const nth = { frequency: 'month', nthWeekdays: [{ nth: 2, weekday: 'TU' }] };
    expect(days(nth, 2)).toEqual(['2027-01-12', '2027-02-09']);
    const last = { frequency: 'month', nthWeekdays: [{ nth: -1, weekday: 'FR' }] };
    expect(days(last, 2)).toEqual(['2027-01-29', '2027-02-26']);
    const fifth = { frequency: 'month', nthWeekdays: [{ nth: 5, weekday: 'SA' }] };
    expect(days(fifth, 2)).toEqual(['2027-01-30', '2027-05-29']);
  });

  it('keep to the span and leave out the exceptions', () => {
    const span = { from: '2027-01-01', until: '2027-01-04', exceptions: ['2027-01-02'] };
    expect(days(span, 9)).toEqual(['2027-01-01', '2027-01-03', '2027-01-04']);
    expect(days({ ...span, from: '2027-01-04' }, 9)).toEqual(['2027-01-04']);
    expect(days({ ...span, from: '2027-01-04', exceptions: ['2027-01-04'] }, 9)).toEqual([]);
    expect(moments(span, 9, '2027-01-04T00:00:00Z')).toEqual([]);
    expect(moments(span, 9, '2027-01-03T23:59:59Z')).toEqual(['2027-01-04T08:00 2027-01-04T00:00:00.000Z']);
  });

  it('come again within the window of a day, the end included', () => {
    const window = { time: '08:10', window: { until: '09:00', everyMinutes: 25 }, until: '2027-01-02' };
    expect(walls(window, 9)).toEqual([
      '2027-01-01T08:10',
      '2027-01-01T08:35',
      '2027-01-01T09:00',
      '2027-01-02T08:10',
      '2027-01-02T08:35',
      '2027-01-02T09:00',
    ]);
  });

  it('on 29 February come in leap years only, on 30 February never', () => {
    const february = { frequency: 'month', every: 12, from: '2027-02-01' };
    expect(days({ ...february, monthDays: [29] }, 3)).toEqual(['2028-02-29', '2032-02-29', '2036-02-29']);
    expect(days({ ...february, monthDays: [30] }, 3)).toEqual([]);
  });
});

describe('the clocks', () => {
  const cairo = { timeZone: 'Africa/Cairo', from: '2026-04-20' };
  const berlin = { timeZone: 'Europe/Berlin', from: '2026-01-01' };

  it('that leave a time out move its run to the first valid time', () => {
    expect(moments({ ...cairo, time: '00:30' }, 3, '2026-04-22T22:00:00Z')).toEqual([
      '2026-04-23T00:30 2026-04-22T22:30:00.000Z',
      '2026-04-24T00:30 2026-04-23T22:30:00.000Z',
      '2026-04-25T00:30 2026-04-24T21:30:00.000Z',
    ]);
    const window = { ...berlin, time: '01:30', window: { until: '03:30', everyMinutes: 30 } };
    // 02:00 and 02:30 do not exist: their moments are those of 03:00 and 03:30, where runs come anyway.
    expect(moments(window, 3, '2026-03-29T00:00:00Z')).toEqual([
      '2026-03-29T01:30 2026-03-29T00:30:00.000Z',
      '2026-03-29T03:00 2026-03-29T01:00:00.000Z',
      '2026-03-29T03:30 2026-03-29T01:30:00.000Z',
    ]);
  });

  it('that show a time twice give it one run, the first', () => {
    expect(moments({ ...berlin, time: '02:30' }, 2, '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T02:30 2026-10-25T00:30:00.000Z',
      '2026-10-26T02:30 2026-10-26T01:30:00.000Z',
    ]);
  });

  it('that are put on by half an hour move a run by half an hour', () => {
    const lordHowe = { timeZone: 'Australia/Lord_Howe', from: '2026-10-01', time: '02:00' };
    expect(
      moments({ ...lordHowe, window: { until: '02:30', everyMinutes: 30 } }, 3, '2026-10-03T12:00:00Z'),
    ).toEqual([
      '2026-10-04T02:30 2026-10-03T15:30:00.000Z',
      '2026-10-05T02:00 2026-10-04T15:00:00.000Z',
      '2026-10-05T02:30 2026-10-04T15:30:00.000Z',
    ]);
  });
});

describe('exceptions of single runs', () => {
  const hourly = { time: '08:00', window: { until: '10:00', everyMinutes: 60 } };
  const coming = (given: object, count: number, exceptions: RunException[]) =>
    runsAfter(repeat(given), at('2026-12-01T00:00:00Z'), count, exceptions).map(({ wall, movedTo }) =>
      movedTo === undefined ? wall : `${wall} at ${movedTo}`,
    );

  it('leave out one run of a day, and bring another one at its new time under its own name', () => {
    const exceptions = [
      { wall: '2027-01-01T09:00', movedTo: null },
      { wall: '2027-01-02T08:00', movedTo: '2027-01-01T08:30' },
    ];
    expect(coming(hourly, 5, exceptions)).toEqual([
      '2027-01-01T08:00',
      '2027-01-02T08:00 at 2027-01-01T08:30',
      '2027-01-01T10:00',
      '2027-01-02T09:00',
      '2027-01-02T10:00',
    ]);
  });

  it('move a run before the first and after the last one, and the only one', () => {
    const three = { until: '2027-01-03' };
    expect(coming(three, 9, [{ wall: '2027-01-02T08:00', movedTo: '2026-12-24T23:00' }])).toEqual([
      '2027-01-02T08:00 at 2026-12-24T23:00',
      '2027-01-01T08:00',
      '2027-01-03T08:00',
    ]);
    expect(coming(three, 9, [{ wall: '2027-01-01T08:00', movedTo: '2027-06-01T08:00' }]).at(-1)).toBe(
      '2027-01-01T08:00 at 2027-06-01T08:00',
    );
    const single = singleSchedule.parse({ timeZone: 'UTC', at: '2027-03-31T08:30' });
    const moved = [{ wall: '2027-03-31T08:30', movedTo: '2027-04-01T09:00' }];
    expect(runsAfter(single, 0, 5, moved)).toEqual([{ ...moved[0], at: at('2027-04-01T09:00Z') }]);
    expect(runsAfter(single, 0, 5, [{ wall: '2027-03-31T08:30', movedTo: null }])).toEqual([]);
  });

  it('bring no run to life that another one of the same moment hides', () => {
    const gap = { timeZone: 'Europe/Berlin', time: '02:30', window: { until: '03:30', everyMinutes: 60 } };
    const [run] = runsAfter(repeat(gap), at('2027-03-28T00:00:00Z'), 1, [
      { wall: '2027-03-28T03:30', movedTo: null },
    ]);
    expect(run?.wall).toBe('2027-03-29T02:30');
  });

  it('name runs that the schedule has, and no others', () => {
    expect(runNamed(repeat(hourly), '2027-01-01T09:00')?.at).toBe(at('2027-01-01T01:00:00Z'));
    expect(runNamed(repeat(hourly), '2027-01-01T09:30')).toBeUndefined();
    expect(runNamed(repeat(hourly), '2026-12-31T09:00')).toBeUndefined();
  });
});

/** Minutes after midnight UTC by the short formula of an almanac, right to a few minutes away from the poles. */
const almanac = (
  { event, lng, lat }: { event: 'sunrise' | 'sunset'; lng: number; lat: number },
  dayOfYear: number,
): number => {
  const turn = ((2 * Math.PI) / 365) * (dayOfYear - 1 + 0.5);
  const [c, s] = [Math.cos, Math.sin];
  const equation =
    229.18 *
    (0.000075 + 0.001868 * c(turn) - 0.032077 * s(turn) - 0.014615 * c(2 * turn) - 0.040849 * s(2 * turn));
  const declination =
    0.006918 - 0.399912 * c(turn) + 0.070257 * s(turn) - 0.006758 * c(2 * turn) + 0.000907 * s(2 * turn);
  const phi = (lat * Math.PI) / 180;
  const hour = Math.acos(
    c((90.833 * Math.PI) / 180) / (c(phi) * c(declination)) - Math.tan(phi) * Math.tan(declination),
  );
  const degrees = (hour * 180) / Math.PI;
  return 720 - 4 * (lng + (event === 'sunrise' ? degrees : -degrees)) - equation;
};

describe('a start by the sun', () => {
  it('is that of an almanac, within five minutes', () => {
    fc.assert(
      fc.property(suns, fc.integer({ min: 0, max: 364 }), (given, later) => {
        const sun = { ...given, offsetMinutes: 0, lat: (given.lat * 60) / 90 };
        const from = new Date(at('2027-01-01') + later * 86_400_000).toISOString().slice(0, 10);
        const [run] = runsAfter(repeat({ timeZone: 'UTC', from, sun }), at('2026-12-01'), 1);
        const minute = ((run?.at ?? 0) - at(from)) / 60_000;
        const apart = (((minute - almanac(sun, later + 1)) % 1440) + 2160) % 1440;
        expect(Math.abs(apart - 720)).toBeLessThan(5);
      }),
    );
  });
  const shenzhen = { event: 'sunrise', offsetMinutes: 0, lng: 113.93, lat: 22.53 };
  it('comes each day when the sun rises or sets there, moved by its offset', () => {
    const [first, second] = runsAfter(repeat({ sun: shenzhen }), at('2026-12-01'), 2);
    expect([first, second].map((run) => run?.wall.slice(0, 10))).toEqual(['2027-01-01', '2027-01-02']);
    const early = runsAfter(repeat({ sun: { ...shenzhen, offsetMinutes: -30 } }), at('2026-12-01'), 1);
    expect((first?.at ?? 0) - (early[0]?.at ?? 0)).toBe(30 * 60_000);
  });

  it('belongs to the day of the zone, however far the sun is from its clocks', () => {
    const kashgar = { ...shenzhen, lng: 75.99, lat: 39.47 };
    expect(walls({ sun: kashgar }, 1)[0]?.slice(0, 13)).toBe('2027-01-01T10');
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      expect(days({ timeZone, sun: { ...kashgar, lng: -157 } }, 3)).toEqual([
        '2027-01-01',
        '2027-01-02',
        '2027-01-03',
      ]);
  });

  it('has no run where the sun does not rise, or the offset leads out of the day', () => {
    const tromso = { timeZone: 'Europe/Oslo', sun: { ...shenzhen, lng: 18.96, lat: 69.65 } };
    // The sun comes back in the middle of January.
    expect(days(tromso, 1)[0]).toMatch(/^2027-01-1\d$/);
    const pole = { sun: { ...shenzhen, lat: -90 } };
    expect(walls(pole, 1)).toEqual([]);
    const late = { timeZone: 'Europe/Oslo', from: '2027-05-10', until: '2027-05-12' };
    expect(walls({ ...late, sun: { ...tromso.sun, event: 'sunset', offsetMinutes: 180 } }, 5)).toEqual([]);
  });

  it('is kept as a text, names its runs, and takes no window within the day', () => {
    const schedule = repeat({ sun: shenzhen });
    expect(writeRule(schedule)).toContain('X-EYRIE-SUN:sunrise/0/113.93/22.53');
    expect(readRule(writeRule(schedule))).toEqual(schedule);
    const [run] = runsAfter(schedule, at('2026-12-01'), 1);
    expect(runNamed(schedule, run?.wall ?? '')).toEqual(run);
    expect(runNamed(schedule, '2027-01-01T08:00')).toBeUndefined();
    const given = { ...schedule, window: { until: '09:00', everyMinutes: 30 } };
    expect(repeatSchedule.safeParse(given).success).toBe(false);
    for (const sun of [{ offsetMinutes: 181 }, { lat: 91 }, { event: 'noon' }])
      expect(repeatSchedule.safeParse({ ...schedule, sun: { ...shenzhen, ...sun } }).success).toBe(false);
    for (const line of ['noon/0/1/1', 'sunrise/0/1', 'sunrise/0/181/0', 'sunrise/1e3/1/1'])
      expect(readRule(`${writeRule(repeat({}))}\nX-EYRIE-SUN:${line}`)).toBeNull();
  });
});

describe('the calendar of an organisation', () => {
  const workDays = { holidays: new Set(['2027-10-01', '2027-10-04']), makeUp: ['2027-09-26', '2027-10-09'] };
  const weekly = { frequency: 'week', weekdays: ['MO', 'FR'], from: '2027-09-24', until: '2027-10-11' };
  const comes = (given: object, count = 20): string[] =>
    runsAfter({ ...repeat({ ...weekly, ...given }), workDays }, at('2027-09-01'), count).map(({ wall }) =>
      wall.slice(5, 10),
    );

  it('leaves holidays out and adds make-up workdays, each as the schedule asks for it', () => {
    expect(comes({})).toEqual(['09-24', '09-27', '10-01', '10-04', '10-08', '10-11']);
    expect(comes({ skipHolidays: true })).toEqual(['09-24', '09-27', '10-08', '10-11']);
    expect(comes({ makeUpDays: true, skipHolidays: true })).toEqual([
      '09-24',
      '09-26',
      '09-27',
      '10-08',
      '10-09',
      '10-11',
    ]);
  });

  it('adds no day beside the span, on an exception, or twice', () => {
    const span = { makeUpDays: true, from: '2027-09-27', until: '2027-10-08', exceptions: ['2027-10-01'] };
    expect(comes(span)).toEqual(['09-27', '10-04', '10-08']);
    expect(comes({ makeUpDays: true, weekdays: ['SU'], from: '2027-09-20' })).toEqual([
      '09-26',
      '10-03',
      '10-09',
      '10-10',
    ]);
  });

  it('is kept as a text, is asked for, and adds days to weeks alone', () => {
    for (const given of [
      { skipHolidays: true },
      { makeUpDays: true },
      { skipHolidays: true, makeUpDays: true },
    ])
      expect(readRule(writeRule(repeat({ ...weekly, ...given })))).toEqual(repeat({ ...weekly, ...given }));
    expect(writeRule({ ...repeat({ ...weekly, makeUpDays: true }), workDays })).not.toContain('2027-09-26');
    expect(() => runsAfter(repeat({ skipHolidays: true }), 0, 1)).toThrow('calendar');
    expect(repeatSchedule.safeParse({ ...repeat({}), makeUpDays: true }).success).toBe(false);
    for (const words of ['SKIP', 'MAKE-UP,MAKE-UP', ''])
      expect(readRule(`${writeRule(repeat({}))}\nX-EYRIE-DAYS:${words}`)).toBeNull();
  });

  it('changes nothing but its own days, of any schedule', () => {
    fc.assert(
      fc.property(schedules, fc.uniqueArray(date, { maxLength: 8 }), date, (schedule, some, from) => {
        const [holidays, makeUp] = [some.slice(0, 4), some.slice(4).toSorted()];
        const calendar = { holidays: new Set(holidays), makeUp };
        const makeUpDays = schedule.frequency === 'week';
        const after = at(from);
        const plain = runsAfter(schedule, after, 40);
        const by = { ...schedule, skipHolidays: true, makeUpDays, workDays: calendar };
        const end = plain.at(-1)?.wall.slice(0, 10) ?? '';
        const named = (runs: typeof plain) =>
          runs.map(({ wall }) => wall).filter((wall) => wall.slice(0, 10) < end);
        const dayOf = (wall: string): string => wall.slice(0, 10);
        const found = named(runsAfter(by, after, 400));
        expect(found.filter((wall) => holidays.includes(dayOf(wall)))).toEqual([]);
        const others = (all: string[]) =>
          all.filter((wall) => !holidays.includes(dayOf(wall)) && !makeUp.includes(dayOf(wall)));
        expect(others(found)).toEqual(others(named(plain)));
        for (const wall of found.filter((one) => makeUp.includes(dayOf(one))))
          expect(makeUpDays || named(plain).includes(wall)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a span that begins or ends within a day', () => {
  const hourly = { time: '08:00', window: { until: '11:00', everyMinutes: 60 } };
  it('shares the runs of that day without one lost or twice', () => {
    const first = { ...hourly, until: '2027-01-02', untilTime: '09:00' };
    const rest = { ...hourly, from: '2027-01-02', fromTime: '10:00', until: '2027-01-03' };
    expect([...walls(first, 20), ...walls(rest, 20)]).toEqual(walls({ ...hourly, until: '2027-01-03' }, 20));
    for (const given of [first, rest]) expect(readRule(writeRule(repeat(given)))).toEqual(repeat(given));
    expect(writeRule(repeat(first))).toContain('UNTIL=20270102T090000');
    expect(repeatSchedule.safeParse({ ...repeat({}), untilTime: '09:00' }).success).toBe(false);
  });

  it('comes of a schedule that is split at any of its runs', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 9 }), (schedule, place) => {
        const plain = runsAfter(schedule, 0, 12);
        const run = plain[place];
        if (!run) return;
        const first = endedBefore(schedule, run.wall);
        const from = run.wall.slice(0, 10);
        const fromTime = from === schedule.from ? schedule.fromTime : null;
        const rest = begunAt({ ...schedule, from, fromTime }, schedule, run.wall);
        const named = (of: RepeatSchedule | null) => (of ? runsAfter(of, 0, 12) : []).map(({ wall }) => wall);
        const split = [...named(first), ...named(rest)];
        // Where the clocks are put on, a run hides another one of the same moment; split they do not meet.
        for (const wall of plain.map((one) => one.wall)) expect(split).toContain(wall);
        for (const part of [first, rest]) if (part) expect(readRule(writeRule(part))).toEqual(part);
        expect(named(first).every((wall) => wall < run.wall)).toBe(true);
        expect(named(rest)[0]).toBe(run.wall);
      }),
      { numRuns: 60 },
    );
  });
});

describe('of any schedule', () => {
  it('the runs lie in order, within the span, on no exception, each moment once', () => {
    fc.assert(
      fc.property(schedules, date, (schedule, from) => {
        const after = at(from);
        const runs = runsAfter(schedule, after, 12);
        for (const [place, run] of runs.entries()) {
          expect(run.at).toBeGreaterThan(place === 0 ? after : (runs[place - 1]?.at ?? Infinity));
          const day = run.wall.slice(0, 10);
          expect(day >= schedule.from && day <= (schedule.until ?? '9999')).toBe(true);
          expect(schedule.exceptions).not.toContain(day);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the runs after a run are the rest of the runs', () => {
    fc.assert(
      fc.property(schedules, date, (schedule, from) => {
        const [first, ...rest] = runsAfter(schedule, at(from), 8);
        if (first) expect(runsAfter(schedule, first.at, 7)).toEqual(rest);
      }),
      { numRuns: 60 },
    );
  });

  it('the runs with exceptions are the plain runs without those, and those at their new times', () => {
    const choices = fc.array(fc.record({ run: fc.integer({ min: 0, max: 11 }), to: fc.option(date) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(schedules, date, choices, (schedule, from, chosen) => {
        const plain = runsAfter(schedule, at(from), 12);
        const exceptions = [...new Map(chosen.map(({ run, to }) => [run, to]))].flatMap(([run, to]) => {
          const wall = plain[run]?.wall;
          return wall === undefined ? [] : [{ wall, movedTo: to === null ? null : `${to}T12:17` }];
        });
        const apart = new Map(exceptions.map(({ wall, movedTo }) => [wall, movedTo]));
        const end = plain.at(-1)?.at ?? 0;
        const left = plain.filter(({ wall }) => !apart.has(wall));
        const moved = exceptions.flatMap(({ wall, movedTo }) =>
          movedTo === null ? [] : [{ wall, movedTo, at: momentOf(movedTo, schedule.timeZone) }],
        );
        const expected = [...left, ...moved.filter((run) => run.at > at(from) && run.at <= end)];
        const found = runsAfter(schedule, at(from), 30, exceptions).filter((run) => run.at <= end);
        const named = (runs: typeof found) => runs.map((run) => `${run.at} ${run.wall}`).toSorted();
        expect(named(found)).toEqual(named(expected));
      }),
      { numRuns: 60 },
    );
  });
});
