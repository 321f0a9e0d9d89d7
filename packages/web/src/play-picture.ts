import { now } from './clock.ts';
import { playFlv, type PictureFigures } from './flv-player.ts';
import { createWayMemory, playBest, type Player, type Way } from './picture-player.ts';
import { wait } from './wait.ts';
import { NoPlaceLeft } from './watched-picture.ts';
import { canPlayWhep, playWhep, type Proof } from './whep-player.ts';

/** Of this page: what was found out for one picture holds for the next of the same camera. */
const ways = createWayMemory(now);

/** So many at a time, for whoever comes first. */
export interface Places {
  /** @returns what gives the place back, once; null: none is left */
  take(): (() => void) | null;
}

export const createPlaces = (most: number): Places => {
  let taken = 0;
  return {
    take: () => {
      if (taken >= most) return null;
      taken += 1;
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
  };
};

export interface PlayOptions {
  proof: Proof;
  onFigures?: (figures: PictureFigures) => void;
  onWay?: (way: Way) => void;
  /** By FLV each picture holds one of the few connections of a browser to a server. Missing: it is the only one. */
  flvPlaces?: Places;
}

const nothing = (): void => undefined;

/** @throws NoPlaceLeft before anything is asked for */
const playInPlace = async (begin: () => Promise<Player>, places: Places | undefined): Promise<Player> => {
  const leave = places ? places.take() : nothing;
  if (leave === null) throw new NoPlaceLeft();
  try {
    const player = await begin();
    return {
      position: () => player.position(),
      broken: () => player.broken(),
      close: () => {
        player.close();
        leave();
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
};

/**
 * Plays a picture that was found: the quick way where that works, else the dependable one.
 * @throws WhepFailed with `noStream` when there is nothing to play; NoPlaceLeft where it had to come by FLV
 */
export const playPicture = (
  video: HTMLVideoElement,
  { playUrl, whepUrl }: { playUrl: string; whepUrl: string | null },
  { proof, onFigures = nothing, onWay = nothing, flvPlaces }: PlayOptions,
): Promise<Player> => {
  const closed = whepUrl === null ? 'notOffered' : canPlayWhep() ? ways.of(whepUrl) : 'unsupported';
  return playBest({
    whep: closed ?? (() => playWhep(video, whepUrl ?? '', onFigures, proof)),
    flv: () => playInPlace(() => playFlv(video, playUrl, onFigures, proof()), flvPlaces),
    onWay,
    onFallback: (why) => ways.note(whepUrl ?? '', why),
    now,
    wait,
  });
};
