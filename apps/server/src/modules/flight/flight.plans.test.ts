import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../platform/runtime.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import type { Command, CommandPlan, PlanContext } from '../command/index.ts';
import { flightOID, linkOf, now, type Seen } from './flight.link.fixture.ts';
import { flightPlans, type FlightPlanDependencies } from './flight.plans.ts';
import type { StartFiles } from './flight.start-files.ts';

const standing: Seen = { mode: 'standby', speed: 0, job: null };

/** The plans, with what they have done to flights. */
const place = () => {
  const did: string[] = [];
  const spent: string[] = [];
  const files = new WeakMap<Command, StartFiles>();
  const deps: FlightPlanDependencies = {
    objects: {} as FlightPlanDependencies['objects'],
    spendConfirmation: async (_trx, _command, method) => void spent.push(method),
    begin: async (_link, oid) => void did.push(`begin ${oid}`),
    startUnknown: async (_link, oid) => void did.push(`startUnknown ${oid}`),
    cancelIn: async () => void did.push('cancelIn'),
    publishOver: async (_link, oid, outcome) => void did.push(`over ${oid} ${outcome}`),
    endUnbegun: async (_link, oid, outcome, reason) => void did.push(`unbegun ${oid} ${outcome} ${reason}`),
    end: async (_link, oid, outcome, reason) => void did.push(`end ${oid} ${outcome} ${reason}`),
  };
  const runtime = { clock: { wall: () => 1_760_000_000_000, mono: () => now } } as unknown as Runtime;
  return { plans: flightPlans(runtime, deps, files), did, spent, files };
};
const contextOf = (seen: Seen = {}, command: Partial<Command> = {}): PlanContext => ({
  link: linkOf(seen),
  command: { oid: 'order', flightOID, ...command } as Command,
  now,
});
const sentBy = async (plan: CommandPlan, context: PlanContext): Promise<string[]> => {
  const steps = await plan.steps(context);
  return Promise.all(steps.map(async (step) => (await step(0)).service.method));
};
const refusedBy = ({ refuse }: CommandPlan, seen: Seen, command: Partial<Command> = {}): string | null =>
  refuse(contextOf(seen, command))?.reason ?? null;

describe('an order to an aircraft', () => {
  const { plans } = place();

  it.each([
    ['flightPause', {}, null],
    ['flightPause', { job: null }, 'notOnRoute'],
    ['flightPause', standing, 'droneNotInFlight'],
    ['flightPause', { mode: 'autoReturn' }, 'notOnRoute'],
    ['flightPause', { mode: 'manual' }, null],
    ['flightResume', { job: { status: 'paused' } }, null],
    ['flightResume', {}, 'droneNotPaused'],
    ['flightResume', { job: null }, 'droneNotPaused'],
    ['flightResume', { job: { status: 'paused' }, mode: 'autoReturn' }, 'droneNotPaused'],
    ['flightResume', { ...standing, job: { status: 'paused' } }, 'droneNotInFlight'],
    ['returnHome', {}, null],
    ['returnHome', standing, 'droneNotInFlight'],
    ['returnHomeCancel', { mode: 'autoReturn' }, null],
    ['returnHomeCancel', {}, 'notReturning'],
    ['returnHomeCancel', standing, 'droneNotInFlight'],
    ['hover', {}, null],
    ['hover', standing, 'droneNotInFlight'],
  ] as const)('%s with %j is refused as %s', (method, seen, reason) => {
    expect(refusedBy(plans[method], seen as Seen)).toBe(reason);
  });

  it.each([
    ['flightPause', 'flighttask_pause'],
    ['flightResume', 'flighttask_recovery'],
    ['returnHome', 'return_home'],
    ['returnHomeCancel', 'return_home_cancel'],
  ] as const)('%s is one message: %s', async (method, sent) => {
    expect(await sentBy(plans[method], contextOf())).toEqual([sent]);
  });
});

describe('a hover', () => {
  const authorised = async (seen: Seen) => {
    const { plans, spent } = place();
    const context = contextOf(seen);
    const judge = await plans.hover.authorise?.(context);
    expect(await judge?.({} as never, { ...context, step: 0 })).toBeUndefined();
    return { plan: plans.hover, context, spent };
  };

  it('pauses a route and stops a flight to a point, for which nobody confirms anything', async () => {
    for (const [mode, method] of [
      ['routeFlight', 'flighttask_pause'],
      ['liveFlight', 'fly_to_point_stop'],
    ] as const) {
      const { plan, context, spent } = await authorised({ mode });
      expect(await sentBy(plan, context)).toEqual([method]);
      expect(spent).toEqual([]);
    }
  });

  it('cancels a return once, with the confirmation for it', async () => {
    const { plan, context, spent } = await authorised({ mode: 'autoReturn' });
    expect(spent).toEqual(['returnHomeCancel']);
    expect(await sentBy(plan, context)).toEqual(['return_home_cancel']);
    expect(await reasonOf(plan.steps(context))).toBe('confirmationMissing');
  });

  it('leaves a return alone that began after it was judged', async () => {
    const { plan, context } = await authorised({});
    expect(await reasonOf(plan.steps({ ...context, link: linkOf({ mode: 'autoLanding' }) }))).toBe(
      'confirmationMissing',
    );
  });
});

describe('a start', () => {
  const dispatch = {
    objectKey: 'k',
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
    url: 'http://127.0.0.1/k',
    bytes: 1,
  };
  const flight = { oid: flightOID, return_altitude: 60, lost_action: 'return' } as StartFiles['flight'];

  it('waits for another flight of its dock, and not for its own', () => {
    const { startJob } = place().plans;
    expect(refusedBy(startJob, {})).toBeNull();
    expect(refusedBy(startJob, standing)).toBeNull();
    expect(refusedBy(startJob, {}, { flightOID: 'another' })).toBe('flightRunning');
  });

  it('is prepared and then flown, with a file that was made for it and never without', async () => {
    const { plans, files } = place();
    const context = contextOf(standing);
    expect(await reasonOf(plans.startJob.steps(context))).toBe('routeChanged');
    files.set(context.command, { flight, route: null, dispatch: null });
    expect(await reasonOf(plans.startJob.steps(context))).toBe('routeChanged');
    files.set(context.command, { flight, route: null, dispatch });
    const steps = await plans.startJob.steps(context);
    const [prepare, execute] = await Promise.all(steps.map((step) => step(0)));
    expect([prepare?.service.method, execute?.service.method]).toEqual([
      'flighttask_prepare',
      'flighttask_execute',
    ]);
    expect([prepare?.ack, execute?.ack]).toEqual([limits.command.ackPrepare, limits.command.ack]);
    expect([prepare?.bid, execute?.bid]).toEqual([flightOID, flightOID]);
    expect(prepare?.service.data).toMatchObject({ flight_id: flightOID, rth_altitude: 60 });
  });

  it('that was stopped is taken back by its flight, where it has one', () => {
    const { startJob } = place().plans;
    expect(startJob.undo?.(contextOf())).toMatchObject({
      service: { method: 'flighttask_undo', data: { flight_ids: [flightOID] } },
      bid: flightOID,
    });
    expect(startJob.undo?.(contextOf({}, { flightOID: null }))).toMatchObject({
      service: { data: { flight_ids: [] } },
    });
  });

  it.each([
    ['accepted', {}, [`begin ${flightOID}`]],
    ['accepted', { flightOID: null }, []],
    ['succeeded', {}, []],
    [
      'failed',
      { detail: '{"undone":1}', reason: 'controlLost' },
      [`unbegun ${flightOID} failed controlLost`],
    ],
    ['failed', { detail: '{"undone":1}', reason: 'endOrdered' }, []],
    ['failed', { detail: null, reason: 'controlLost' }, []],
    [
      'unknown',
      { detail: '{"undone":1}', reason: 'controlLost', state: 'unknown' },
      [`startUnknown ${flightOID}`],
    ],
    ['unknown', { flightOID: null }, []],
    ['rejected', { flightOID: null }, []],
  ] as const)('that is %s with %j does to its flight: %j', async (state, command, done) => {
    const { plans, did } = place();
    await plans.startJob.settled?.(contextOf({}, { state, ...command }), state, null);
    expect(did).toEqual(done);
  });
});

describe('an order to end a flight', () => {
  it('calls an aircraft home that is out, and takes a flight back that has not left', async () => {
    const { forceEndJob } = place().plans;
    expect(refusedBy(forceEndJob, standing)).toBeNull();
    expect(await sentBy(forceEndJob, contextOf())).toEqual(['return_home']);
    const [undo] = await forceEndJob.steps(contextOf(standing));
    expect((await undo?.(0))?.service).toMatchObject({
      method: 'flighttask_undo',
      data: { flight_ids: [flightOID] },
    });
  });

  it.each([
    ['accepted', standing, {}, [`end ${flightOID} cancelled null`]],
    ['accepted', { ...standing, job: { status: 'in_progress' } }, {}, []],
    ['accepted', { ...standing, job: { status: 'paused' } }, {}, [`end ${flightOID} cancelled null`]],
    ['accepted', {}, {}, []],
    ['accepted', { job: null }, {}, []],
    ['accepted', standing, { flightOID: null }, []],
    ['rejected', standing, {}, []],
    ['succeeded', standing, { detail: 'neverSent' }, [`over ${flightOID} cancelled`]],
    ['succeeded', standing, { detail: null }, []],
    ['failed', standing, { detail: 'neverSent' }, []],
  ] as const)('that is %s with %j, %j does: %j', async (state, seen, command, done) => {
    const { plans, did } = place();
    await plans.forceEndJob.settled?.(contextOf(seen, command), state, null);
    expect(did).toEqual(done);
  });
});
