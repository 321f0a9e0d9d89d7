import type { Runtime } from '../../platform/runtime.ts';
import type { LinkPart } from '../command/index.ts';
import type { DrcForwarder } from './drc.forwarder.ts';
import { drcPlans, type DrcParts } from './drc.plans.ts';

interface Needs {
  runtime: Runtime;
  /** The way of frames of sticks between servers, and the account of a dock for them. */
  drc: DrcParts;
  forwarder: DrcForwarder;
}

/** Sticks: the way of their frames to a dock, and what it answers there. */
export const linkPart = ({ runtime, drc, forwarder }: Needs) =>
  ({
    plans: drcPlans(runtime, { ...drc, forwarder }),
    stickMessage: forwarder.heard,
    start: forwarder.start,
    stop: forwarder.stop,
  }) satisfies LinkPart;
