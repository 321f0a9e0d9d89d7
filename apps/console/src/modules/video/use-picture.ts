import { CallRefused } from '@eyrie/client';
import { commandCalls, videoCalls, type LiveSource, type SnapshotTaken } from '@eyrie/domain';
import type { PictureFigures } from '@eyrie/web/flv-player';
import { WhepFailed, type Way } from '@eyrie/web/picture-player';
import { playPicture } from '@eyrie/web/play-picture';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { now } from '../../platform/clock.ts';
import { call, clickMoment, newKey } from '../../platform/http.ts';
import { callWhileLeaving } from '../../platform/parting.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { tabId } from '../../platform/tab.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { currentToken } from '../../platform/token.ts';
import { wait } from '../../platform/wait.ts';
import type { CameraChoice } from './picture-choice.ts';
import {
  Trouble,
  keepPicture,
  startPicture,
  type PictureSession,
  type PictureState,
  type PictureWire,
} from './picture-session.ts';
import { createShownHere, type ShownHere } from './shown-here.ts';

/** The pictures of this page. */
const shownHere = createShownHere();

/** The server counts windows: one that closes leaves the picture to the others of its session. */
const inThisTab = (url: string): string => `${url}?tab=${encodeURIComponent(tabId)}`;

const wireOf = (oid: string, here: ShownHere, play: PictureWire['play']): PictureWire => {
  const quiet = { toast: false } as const;
  /** Each try is a request of its own: a picture moves nothing, so asking again is safe. */
  const requestOf = (source: LiveSource, issuedAt: number) => ({
    oid,
    key: newKey(),
    tabId,
    videoId: source.videoId,
    issuedAt,
  });
  return {
    sources: async () => (await call(videoCalls.capacity, { oid }, quiet)).sources,
    start: async (source, automatic) => {
      here.shows(source.videoId);
      await call(
        commandCalls.startLive,
        { ...requestOf(source, await clickMoment(now())), automatic },
        quiet,
      );
    },
    find: async (source) => {
      const pictures = await call(
        source.owner === 'drone' ? videoCalls.drone : videoCalls.dock,
        { oid },
        quiet,
      );
      const found = pictures.find(({ videoId }) => videoId === source.videoId);
      if (!found) return null;
      const { playUrl, whepUrl } = found;
      return { ...found, playUrl: inThisTab(playUrl), whepUrl: whepUrl === null ? null : inThisTab(whepUrl) };
    },
    play,
    leave: (source) => {
      if (!here.leaves(source.videoId)) return;
      callWhileLeaving(commandCalls.stopLive, {
        ...requestOf(source, serverMoment(now())),
        automatic: true,
      });
    },
  };
};

const proof = (): Record<string, string> => {
  const token = currentToken();
  return token === null ? {} : { authToken: token };
};

/** Which way a picture comes, and whether by a media server outside this product. */
export type ShownWay = Way & { outside: boolean };

/** The player of a picture that was found: the quick way where that works, else the dependable one. */
const playIn =
  (
    video: RefObject<HTMLVideoElement | null>,
    onFigures: (figures: PictureFigures) => void,
    onWay: (way: ShownWay) => void,
  ): PictureWire['play'] =>
  async (picture) => {
    const { current } = video;
    if (!current) throw new Error('the page has gone');
    const { outside = false } = picture;
    const take = (way: Way): void => onWay({ ...way, outside });
    return playPicture(current, picture, { proof, onFigures, onWay: take }).catch((error: unknown) => {
      throw error instanceof WhepFailed ? new Trouble('late') : error;
    });
  };

/** @returns null when it was refused, or not answered, which was shown */
const takeSnapshot = async (oid: string, source: PictureState['source']): Promise<SnapshotTaken | null> =>
  source ? call(videoCalls.snapshot, { oid, videoId: source.videoId }).catch(() => null) : null;

export interface Picture extends PictureState {
  /** The dock or controller that shows it. */
  oid: string;
  figures: PictureFigures | null;
  /** Which way it comes; null: it does not. */
  way: ShownWay | null;
  choice: CameraChoice;
  choose: (choice: CameraChoice) => void;
  tryNow: () => void;
  /** Changes the clarity of the running picture; gives false when it was refused, which was shown. */
  setQuality: (quality: number) => Promise<boolean>;
  /** Changes its lens, once for one click; gives false when it was refused, or not answered, which was shown. */
  setLens: (videoType: string, epoch: number) => Promise<boolean>;
  /** The same between the cameras of the dock. */
  setView: (cameraPosition: number, epoch: number) => Promise<boolean>;
  /** Takes its last key frame into the results; null when it was refused, or not answered, which was shown. */
  takeSnapshot: () => Promise<SnapshotTaken | null>;
}

interface Cameras {
  first?: CameraChoice;
  fixed?: CameraChoice;
}

const useChoice = ({ first = null, fixed = null }: Cameras) => {
  const [chosen, setChosen] = useState<CameraChoice>(first);
  const choice = fixed ?? chosen;
  const newestChoice = useRef(choice);
  useEffect(() => {
    newestChoice.current = choice;
  }, [choice]);
  return { choice, newestChoice, setChosen };
};

interface SwitchTo {
  epoch: number;
  videoType?: string;
  cameraPosition?: number;
}

type PictureOrders = Pick<Picture, 'setQuality' | 'setLens' | 'setView' | 'takeSnapshot'>;

/** What people order of the picture that is shown. */
const ordersOn = (oid: string, source: PictureState['source']): PictureOrders => {
  const switchTo = async (to: SwitchTo): Promise<boolean> => {
    if (!source) return false;
    const clickedAt = now();
    const request = { oid, key: newKey(), tabId, videoId: source.videoId, ...to };
    try {
      await call(commandCalls.switchVideo, { ...request, issuedAt: await clickMoment(clickedAt) });
      return true;
    } catch {
      return false;
    }
  };
  return {
    setQuality: async (quality) => {
      if (!source) return false;
      const clickedAt = now();
      const request = { oid, key: newKey(), videoId: source.videoId, quality };
      try {
        await call(commandCalls.switchQuality, { ...request, issuedAt: await clickMoment(clickedAt) });
        return true;
      } catch {
        return false;
      }
    },
    setLens: (videoType, epoch) => switchTo({ videoType, epoch }),
    setView: (cameraPosition, epoch) => switchTo({ cameraPosition, epoch }),
    takeSnapshot: () => takeSnapshot(oid, source),
  };
};

/**
 * The live picture of a dock or its aircraft: starts by itself, begins again when it breaks, ends with the page.
 * @param cameras.first the camera that is chosen to begin with; `fixed`: the one that is shown, whatever was chosen
 */
export const usePicture = (
  oid: string,
  droneOn: boolean,
  video: RefObject<HTMLVideoElement | null>,
  cameras: Cameras = {},
): Picture => {
  const session = useRef<PictureSession | null>(null);
  const place = useRef<ShownHere | null>(null);
  const [state, setState] = useState(startPicture);
  const [figures, setFigures] = useState<PictureFigures | null>(null);
  const [way, setWay] = useState<ShownWay | null>(null);
  const { choice, newestChoice, setChosen } = useChoice(cameras);
  useEffect(() => {
    const here = shownHere.open();
    place.current = here;
    here.wants(newestChoice.current);
    const running = keepPicture({
      choice: newestChoice.current,
      wire: wireOf(oid, here, playIn(video, setFigures, setWay)),
      now,
      wait,
      onChange: (next) => {
        setState(next);
        if (next.phase === 'playing' || next.phase === 'stalled') return;
        setFigures(null);
        if (next.phase !== 'arriving') setWay(null);
      },
      refusalText: (error) => (error instanceof CallRefused ? error.message : ''),
    });
    session.current = running;
    const stopListening = onLiveMessage((message) => {
      if (message.name !== 'controlChange' || message.objectID !== oid) return;
      if ((message.data as { kind: string }).kind === 'video') running.tryNow();
    });
    const stop = (): void => {
      running.stop();
      here.close();
    };
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      stopListening();
      stop();
      session.current = null;
      place.current = null;
    };
  }, [oid, video, newestChoice]);
  useEffect(() => session.current?.droneOn(droneOn), [oid, droneOn]);
  useEffect(() => {
    // Before any of them leaves: two pictures that change places are both wanted, and neither is ended for it.
    place.current?.wants(choice);
    session.current?.choose(choice);
  }, [oid, choice]);
  return {
    ...state,
    oid,
    figures,
    way,
    choice,
    choose: setChosen,
    tryNow: () => session.current?.tryNow('person'),
    ...ordersOn(oid, state.source),
  };
};
