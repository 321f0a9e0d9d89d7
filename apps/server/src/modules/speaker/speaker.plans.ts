import { limits, type PlayMode, type SpeakerMethod } from '@eyrie/domain';
import {
  psdkOf,
  speakerModeService,
  speakerPlayService,
  speakerReplayService,
  speakerStopService,
  speakerVolumeService,
} from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  momentOf,
  offerWhereKnown,
  type CommandPlan,
  type Observation,
  type PlanContext,
} from '../command/index.ts';
import type { DockLink } from '../dock/index.ts';
import { speakerJob } from './speaker.job.ts';
import { soundOf } from './speaker.store.ts';

type Context = Pick<PlanContext, 'command' | 'link'>;

const indexOf = ({ command }: Pick<PlanContext, 'command'>): number =>
  command.arguments['psdkIndex'] as number;

/** A payload that reported itself as a loudspeaker; docks and firmware differ in whose property it is. */
const hasSpeaker = ({ dockSnapshot, droneSnapshot }: DockLink, index: number): boolean =>
  (psdkOf(dockSnapshot.values) ?? psdkOf(droneSnapshot.values) ?? []).some(
    (payload) => payload.index === index && payload.speaker !== null,
  );

const refusals = (method: SpeakerMethod): Pick<CommandPlan, 'offer' | 'refuse'> => {
  const offer = offerWhereKnown(method);
  return {
    offer,
    refuse({ link, now, command }) {
      const refused = offer(momentOf(link, now));
      if (refused) return refused;
      return hasSpeaker(link, indexOf({ command })) ? null : { reason: 'speakerMissing' };
    },
  };
};

const plain = (
  method: SpeakerMethod,
  service: (context: Context) => ReturnType<typeof speakerStopService>,
): CommandPlan => ({
  ...refusals(method),
  steps: async (context) => [
    async () => ({ service: service(context), ack: limits.command.ack, bid: context.command.oid }),
  ],
});

/** The dock's own word on this very order; what it reported of another is none. */
const observePlay = ({ link, command }: Context): Observation | null => {
  const reported = speakerJob.of(link);
  if (reported?.bid !== command.oid) return null;
  if (reported.state === 'failed') return { state: 'failed', firm: true };
  if (reported.state === 'playing') return { state: 'succeeded', firm: true };
  return { state: 'in_progress', firm: true };
};

const speakerPlay = ({ db }: Pick<Runtime, 'db'>, objects: Pick<Objects, 'presignGet'>): CommandPlan => ({
  ...refusals('speakerPlay'),
  authorise: async () => async (trx, context) => {
    const { link, command } = context;
    const sound = await soundOf(trx, link.dock.groupRoot, command.arguments['audioOID'] as string);
    if (!sound) throw new Refusal('soundMissing');
    return undefined;
  },
  async steps({ command, link }) {
    const sound = await soundOf(db, link.dock.groupRoot, command.arguments['audioOID'] as string);
    if (!sound) throw new Refusal('soundMissing');
    const { name, md5, spoken, object_key: key } = sound;
    const content =
      key === null
        ? { name, md5, text: spoken ?? '' }
        : { name, md5, url: await objects.presignGet(key, limits.speaker.addressLife) };
    return [
      async () => ({
        service: speakerPlayService(indexOf({ command }), content),
        ack: limits.command.ack,
        bid: command.oid,
      }),
    ];
  },
  observe: observePlay,
  watchFor: limits.speaker.playsWithin,
});

/** What may be ordered of a loudspeaker. */
export const speakerPlans = (
  runtime: Pick<Runtime, 'db'>,
  objects: Pick<Objects, 'presignGet'>,
): Readonly<Record<SpeakerMethod, CommandPlan>> => ({
  speakerPlay: speakerPlay(runtime, objects),
  speakerReplay: plain('speakerReplay', (context) => speakerReplayService(indexOf(context))),
  speakerStop: plain('speakerStop', (context) => speakerStopService(indexOf(context))),
  speakerMode: plain('speakerMode', (context) =>
    speakerModeService(indexOf(context), context.command.arguments['playMode'] as PlayMode),
  ),
  speakerVolume: plain('speakerVolume', (context) =>
    speakerVolumeService(indexOf(context), context.command.arguments['volume'] as number),
  ),
});
