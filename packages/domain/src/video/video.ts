import type { OrderFacts } from '../command/order.ts';
import { gatewayKey } from '../dock/gateway-key.ts';
import type { RefusalReason } from '../envelope.ts';
import type { LiveSource } from './video.calls.ts';

/** Where the cameras of a dock look, as devices number them. */
export const dockViews = { inside: 0, outside: 1 } as const;
/** Docks whose documents name one camera alone; a model that no document names is judged as the newest dock. */
export const lacksDockViews = (nameOrKey: string): boolean => {
  const model = gatewayKey(nameOrKey);
  return model === '3-1-0' || model.startsWith('2-');
};

/** The camera that an aircraft films with has the most pictures to switch between; the others are there for flying. */
export const mainSource = <Source extends Pick<LiveSource, 'switchable'>>(
  sources: readonly Source[],
): Source | null => sources.toSorted((a, b) => b.switchable.length - a.switchable.length)[0] ?? null;

/**
 * Why the lens of a picture that runs is not changed; null: it may be. A route that flies says itself through which lens is
 * looked, and a lens that changes breaks a video that is recorded. Page and server ask the same.
 * @param recording null: the aircraft does not say
 */
export const lensRefusal = (
  { owner }: Pick<LiveSource, 'owner'>,
  job: OrderFacts['job'],
  recording: boolean | null,
): RefusalReason | null => {
  if (owner === 'dock') return null;
  if (job && !job.paused) return 'lensFixed';
  return recording ? 'recordingRuns' : null;
};
