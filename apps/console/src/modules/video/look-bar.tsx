import { detectorModelCalls, limits, type LiveLook } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useLink } from '../../platform/live.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import type { Picture } from './use-picture.ts';

/** Live pictures of the aircraft of a dock at which models look; undefined: not known. */
const useLooks = (dockOID: string): readonly LiveLook[] | undefined => {
  const client = useQueryClient();
  const linkUp = useLink((link) => link.state === 'up');
  useEffect(() => {
    const again = (): void => void client.invalidateQueries({ queryKey: ['video', 'looks', dockOID] });
    // What happened while the link was down is asked for again.
    if (linkUp) again();
    return onLiveMessage(({ name, objectID }) => {
      if (name === 'liveLookChange' && objectID === dockOID) again();
    });
  }, [client, dockOID, linkUp]);
  return useQuery({
    queryKey: ['video', 'looks', dockOID] as const,
    queryFn: async ({ signal }) =>
      (await call(detectorModelCalls.live, { oid: dockOID }, { signal, toast: false })).list,
    refetchInterval: limits.detectorModel.liveAskEvery,
  }).data;
};

const stateOf = ({ fault, lastAt }: LiveLook): DeviceState => {
  if (fault !== null) return 'attention';
  return lastAt === null ? 'working' : 'live';
};

/** Which models look at the picture and what they found so far, or why none looks; nothing where none is to. */
export function LookBar({ picture }: { picture: Picture }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const look = useLooks(picture.oid)?.find(({ videoId }) => videoId === picture.source?.videoId);
  if (!look) return null;
  const { fault, models, frames, findings, lastAt } = look;
  const looked =
    lastAt === null
      ? text('detectorModel.live.begins')
      : text('detectorModel.live.looks', {
          models: models.join(text('monitor.listComma')),
          frames: figures.amount(frames),
          findings: figures.amount(findings),
          at: figures.time(lastAt),
        });
  const word =
    fault === null
      ? looked
      : text('detectorModel.live.not', { why: text(`detectorModel.live.fault.${fault}`) });
  return (
    <span className="video-look">
      <StateSymbol state={stateOf(look)} word={word} />
    </span>
  );
}
