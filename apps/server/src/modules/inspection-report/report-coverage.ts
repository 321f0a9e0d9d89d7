import { limits, type CoverageFault, type CoverageFigures, type RoutePlan } from '@eyrie/domain';
import { createJobs, JobFailed, type Jobs } from '../../platform/child/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { groundUnder, type ReadGround } from '../route/index.ts';
import { homePhotos, promisedRoutes, type PromisedRoute } from './report-coverage.store.ts';
import type { CoverageOrder } from './report-coverage-order.ts';
import { momentsOf, type AskedMonth } from './report-figures.store.ts';
import type { ReportMade } from './report-order.ts';

export type CoverageJobs = Jobs<CoverageOrder, ReportMade>;

const { renderHeap, renderMemory, renderIdle, coverageTimeout, coverageTogether, routesMost, photosMost } =
  limits.inspectionReport;

/** Compares photos with plans in a process of its own: thousands of both would hold up the server, and files wait for nothing. */
export const createCoverageJobs = (): CoverageJobs =>
  createJobs({
    name: 'counter of coverage',
    script: new URL('./report-process.ts', import.meta.url),
    time: coverageTimeout,
    heap: renderHeap,
    memory: renderMemory,
    idle: renderIdle,
    wallTimes: 2,
  });

export interface CoverageDeps {
  runtime: Pick<Runtime, 'db' | 'clock' | 'log'>;
  jobs: Pick<CoverageJobs, 'run'>;
  ground: ReadGround;
  /** The plan of a route as a file of this checksum flies it; null: it is not there any more or cannot be read. */
  planFlown(oid: string, checksum: string): Promise<RoutePlan | null>;
}

/** What was promised in a month against what the photos show that came home. */
export type CountCoverage = (asked: AskedMonth) => Promise<CoverageFigures>;

type RouteFigures = CoverageFigures['routes'][number];

const nothing = ({ oid, name, flights }: PromisedRoute, fault: CoverageFault): RouteFigures => ({
  oid,
  name,
  flights,
  promised: null,
  seen: null,
  fault,
  terrain: false,
  cell: null,
  used: 0,
  unused: [],
  ground: [],
  gaps: [],
});

/** Nothing that stands on the ground is asked for. */
const noSurface = async () => ({
  known: false,
  blocks: [],
  labels: [],
  unread: [],
  oids: { here: [], lost: [] },
});

export function createCoverage({ runtime, jobs, ground: read, planFlown }: CoverageDeps): CountCoverage {
  const { db, clock, log } = runtime;

  async function counted(asked: AskedMonth, route: PromisedRoute): Promise<RouteFigures> {
    const { oid, name, flights, checksum } = route;
    const plan = await planFlown(oid, checksum);
    if (!plan) return nothing(route, 'planUnread');
    const moments = await momentsOf(db, asked);
    const photos = await homePhotos(db, asked.scope, moments, { routeOID: oid, most: photosMost + 1 });
    if (photos.length > photosMost) return nothing(route, 'tooMuch');
    const { ground } = await groundUnder({ ground: read, surface: noSurface }, asked.scope, {
      plan,
      homeward: false,
    });
    try {
      const made = await jobs.run({ kind: 'coverage', plan, ground, photos });
      if (!('coverage' in made)) throw new Error('something else was made in place of figures');
      return { oid, name, flights, ...made.coverage };
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error;
      log.warn({ err: error, oid }, 'the coverage of a route was not counted');
      return nothing(route, 'tooMuch');
    }
  }

  return async (asked) => {
    const begun = clock.mono();
    const promised = await promisedRoutes(db, asked.scope, await momentsOf(db, asked));
    const routes: RouteFigures[] = [];
    for (const route of promised.slice(0, routesMost)) {
      // Who waits for a report learns that the rest was not compared.
      if (clock.mono() - begun > coverageTogether) break;
      routes.push(await counted(asked, route));
    }
    const sum = (name: 'promised' | 'seen'): number =>
      Math.round(routes.reduce((all, { [name]: metres }) => all + (metres ?? 0), 0));
    return { promised: sum('promised'), seen: sum('seen'), routes, rest: promised.length - routes.length };
  };
}
