import { logListMethod, logProgressEvent } from '@eyrie/dji';
import type { LinkPart } from '../command/index.ts';
import type { DockLogRoom } from './index.ts';

/** Log files of docks: the lists that they answer, and how far they are with their uploads. */
export const linkPart = ({
  dockLog: { gateway, plans },
}: {
  dockLog: Pick<DockLogRoom, 'gateway' | 'plans'>;
}) =>
  ({
    plans,
    answers: { [logListMethod]: gateway.listed },
    events: {
      [logProgressEvent]: { from: 'device', take: (link, message) => gateway.progressed(link, message) },
    },
  }) satisfies LinkPart;
