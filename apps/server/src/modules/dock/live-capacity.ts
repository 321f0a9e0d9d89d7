import { linkSlot } from './link-slot.ts';

export interface LiveCapacity {
  available: number;
  coexist: number;
  sources: {
    videoId: string;
    owner: 'dock' | 'drone';
    cameraIndex: string;
    videoType: string;
    switchable: string[];
    /** Through which it looks at this moment, by the device's own word; null: it does not say. */
    lens: string | null;
  }[];
}

/** What a dock and its aircraft can show; null: they have not said. It is stored with the last-known state of the dock. */
export const liveCapacity = linkSlot<LiveCapacity | null>(null);
