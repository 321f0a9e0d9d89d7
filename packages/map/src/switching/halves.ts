import type { Camera, MapMode, Stop } from '../contract.ts';

/** The two places that engines draw in, and how much of the map each has. */
export interface Halves {
  readonly flat: HTMLElement;
  readonly globe: HTMLElement;
  arrange(mode: MapMode): void;
  /** A person's hand on a half: pointer, wheel or key. */
  onTouch(which: 'flat' | 'globe', listener: () => void): Stop;
  /** Says on a half where it rests: longitude, latitude, zoom. For whoever looks into the page. */
  mark(which: 'flat' | 'globe', camera: Camera): void;
  dispose(): void;
}

const touches = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/** Makes both halves within an element. What is not shown keeps no size. */
export const createHalves = (element: HTMLElement): Halves => {
  const half = (name: string): HTMLElement => {
    const own = document.createElement('div');
    own.className = `eyrie-map-half eyrie-map-${name}`;
    element.append(own);
    return own;
  };
  const halves = { flat: half('flat'), globe: half('globe') };
  return {
    ...halves,
    arrange: (mode) => {
      element.dataset['mode'] = mode;
    },
    onTouch: (which, listener) => {
      for (const touch of touches)
        halves[which].addEventListener(touch, listener, { capture: true, passive: true });
      return () => {
        for (const touch of touches) halves[which].removeEventListener(touch, listener, { capture: true });
      };
    },
    mark: (which, { lng, lat, zoom }) => {
      halves[which].dataset['rests'] = [lng.toFixed(9), lat.toFixed(9), zoom.toFixed(6)].join(' ');
    },
    dispose: () => {
      halves.flat.remove();
      halves.globe.remove();
      delete element.dataset['mode'];
    },
  };
};
