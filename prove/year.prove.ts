/**
 * A year of a small organisation under a clock that only this proof moves, in processes and in SQL: two servers plan, arrange
 * and launch the runs of twelve timed tasks, over summer time, holidays, pauses, times when nobody was there, and clocks that
 * are set. What became of every run is compared with what days counted one by one say. Only this machine, some minutes.
 * `node prove/year.prove.ts [days]`
 */
import { momentOf, runsOf, type Expected, type Plan } from './year/days.ts';
import { arrangeAhead, launchWithin, openPlace, type Place, type Row } from './year/place.ts';
import { plansOf, workDaysOf } from './year/plans.ts';
import { runProof } from './proof.ts';

const days = Number(process.argv[2] ?? 365);
const day = 86_400_000;
const minute = 60_000;
const hour = 60 * minute;

/** Something that happens to the organisation: from one moment until another. */
interface Trouble {
  from: number;
  to: number;
  kind: 'nobodyThere' | 'clockAhead' | 'clockBack' | 'paused';
  /** Of `paused`. */
  task?: string;
}

/** At moments that every year has, so that a fault can be looked at again. */
const troublesOf = (start: number): Trouble[] => {
  const at = (
    afterDays: number,
    hours: number,
    lasts: number,
    kind: Trouble['kind'],
    task?: string,
  ): Trouble => {
    const from = start + afterDays * day + hours * hour;
    return { from, to: from + lasts, kind, ...(task === undefined ? {} : { task }) };
  };
  return [
    at(15, 3, 20 * day, 'paused', 'daily'),
    at(45, 2, 3 * hour, 'nobodyThere'),
    at(60, 5, 45 * minute, 'clockAhead'),
    at(70, 1, 10 * day, 'paused', 'workdays'),
    at(90, 7, 2 * minute, 'nobodyThere'),
    at(120, 4, 30 * minute, 'clockBack'),
    at(160, 0, 2 * day, 'nobodyThere'),
    at(230, 6, 90 * minute, 'clockBack'),
    at(250, 0, 60 * day, 'paused', 'every third day'),
    at(300, 8, 6 * hour, 'clockAhead'),
  ].filter(({ to }) => to < start + days * day);
};

interface Task extends Plan {
  oid: string;
}

/** Goes through the year from one moment at which something is due to the next. @returns how many such moments there were */
const goThrough = async (
  place: Place,
  tasks: readonly Task[],
  { start, troubles }: { start: number; troubles: readonly Trouble[] },
): Promise<number> => {
  const end = start + days * day;
  const events = troubles
    .flatMap((trouble) => [
      { at: trouble.from, trouble, begins: true },
      { at: trouble.to, trouble, begins: false },
    ])
    .toSorted((a, b) => a.at - b.at);
  const oidOf = (name?: string): string => tasks.find((task) => task.name === name)?.oid ?? '';
  let away = false;
  let moments = 0;
  const happen = async ({
    at,
    trouble: { kind, task, to, from },
    begins,
  }: (typeof events)[0]): Promise<void> => {
    if (at > place.clock.wall()) await place.moveTo(at);
    if (kind === 'paused') await (begins ? place.pause(oidOf(task)) : place.resume(oidOf(task)));
    if (kind === 'nobodyThere') away = begins;
    // Nothing runs between: the clock is set, by somebody or by a server of time.
    if (kind === 'clockAhead' && begins) await place.moveTo(to);
    if (kind === 'clockBack' && !begins) await place.moveTo(from);
    if (!away) await place.plan();
  };
  await place.plan();
  for (;;) {
    const event = events[0];
    const due = away ? null : await place.nextDue();
    const next = Math.min(due ?? end, event?.at ?? end, end);
    if (event && event.at <= next) {
      events.shift();
      await happen(event);
      continue;
    }
    if (next >= end) break;
    moments += 1;
    const ahead = next - arrangeAhead + 1;
    if (ahead > place.clock.wall()) {
      await place.moveTo(ahead);
      await place.plan();
    }
    // As late as a timer of a second may be.
    if (next + 700 > place.clock.wall()) await place.moveTo(next + 700);
    await place.launch();
    await place.plan();
  }
  await place.moveTo(end);
  return moments;
};

/** What the days and the troubles say of a run. */
const foreseen = (
  task: string,
  { at }: Expected,
  troubles: readonly Trouble[],
): 'launched' | 'missed' | 'none' => {
  const within = ({ from, to }: Trouble): boolean => at > from && at <= to;
  if (troubles.some((one) => one.kind === 'paused' && one.task === task && within(one))) return 'none';
  // Whoever is back within the time in which a run may be late still starts it.
  const lost = troubles.some(
    (one) =>
      (one.kind === 'nobodyThere' || one.kind === 'clockAhead') && within(one) && one.to - at > launchWithin,
  );
  return lost ? 'missed' : 'launched';
};

const compare = (
  plan: Plan,
  rows: readonly Row[],
  { start, troubles }: { start: number; troubles: readonly Trouble[] },
): { runs: number; faults: string[] } => {
  const expected = runsOf(plan, start, start + days * day - 1);
  const byWall = new Map(rows.map((row) => [row.wall, row]));
  const faults: string[] = [];
  for (const run of expected) {
    const should = foreseen(plan.name, run, troubles);
    const row = byWall.get(run.wall);
    byWall.delete(run.wall);
    const state = row === undefined || ['cancelled', 'skipped'].includes(row.state) ? 'none' : row.state;
    if (state !== should || (row?.starts ?? 0) !== (should === 'launched' ? 1 : 0))
      faults.push(
        `${plan.name} ${run.wall}: ${should}, but ${row?.state} (${row?.reason}), started ${row?.starts}`,
      );
    else if (row && row.at !== run.at) faults.push(`${plan.name} ${run.wall}: at ${row.at}, not ${run.at}`);
  }
  for (const row of byWall.values())
    if (row.state === 'launched' || row.starts > 0)
      faults.push(`${plan.name} ${row.wall}: ${row.state}, of which no day says anything`);
  return { runs: expected.length, faults };
};

await runProof(async (proof) => {
  const place = await openPlace(proof);
  const start = place.clock.wall();
  const [troubles, workDays] = [troublesOf(start), workDaysOf(start)];
  for (const workDay of workDays) await place.addWorkDay(workDay);
  const tasks: Task[] = [];
  for (const plan of plansOf(start, workDays)) tasks.push({ ...plan, oid: await place.add(plan) });
  const gap = momentOf('2026-03-29T02:30', 'Europe/Berlin');
  proof.promise(gap === Date.UTC(2026, 2, 29, 1, 30), 'the days know a time that no clock shows', `${gap}`);
  const began = performance.now();
  const moments = await goThrough(place, tasks, { start, troubles });
  const took = ((performance.now() - began) / minute).toFixed(1);
  const ahead = await place.sqlAhead();
  proof.promise(
    Math.abs(ahead) < 1,
    'SQL and processes have one clock',
    `${ahead} ms between them after ${days} days`,
  );
  const rows = await place.rows();
  let runs = 0;
  const faults: string[] = [];
  for (const task of tasks) {
    const found = compare(
      task,
      rows.filter((row) => row.task === task.name),
      { start, troubles },
    );
    runs += found.runs;
    faults.push(...found.faults);
  }
  for (const fault of faults.slice(0, 20)) console.log(`          ${fault}`);
  proof.promise(
    faults.length === 0 && runs > 0,
    `runs of ${tasks.length} tasks in ${days} days that became what the days say`,
    `${runs - faults.length} of ${runs}, ${moments} moments in ${took} min`,
  );
  const launched = rows.filter(({ state }) => state === 'launched').length;
  const starts = await place.starts();
  proof.promise(
    starts === launched,
    'orders to start, one for each run that flew',
    `${starts} of ${launched}`,
  );
  const missed = rows.filter(({ state }) => state === 'missed').length;
  proof.promise(
    place.notified() === missed,
    'runs missed, and people notified of them',
    `${place.notified()} of ${missed}`,
  );
});
