import type { GroundPolylinePrimitive, GroundPrimitive, Primitive } from '@cesium/engine';
import type { Stage } from './stage.ts';

/** What workers build: it is drawn some frames after it was added. */
export type Built = GroundPolylinePrimitive | GroundPrimitive | Primitive;

/**
 * Holds what is drawn until what follows it is built, so that a line that is drawn anew every second does not blink. What
 * is asked for while one is being built waits, and only the last of it is made.
 */
export const createSwap = (stage: Stage, ground: boolean) => {
  const { scene } = stage;
  const home = ground ? scene.groundPrimitives : scene.primitives;
  let shown: readonly Built[] = [];
  let coming: readonly Built[] | null = null;
  let next: (() => readonly Built[]) | null = null;
  let visible = true;
  const leave = (gone: readonly Built[]) => {
    for (const one of gone) home.remove(one);
  };
  const begin = () => {
    const make = next;
    next = null;
    if (!make) return;
    coming = make();
    for (const one of coming) {
      one.show = visible;
      home.add(one);
    }
    stage.draw();
  };
  const stop = scene.postUpdate.addEventListener(() => {
    if (!coming) return;
    if (coming.every((one) => one.ready || !visible)) {
      leave(shown);
      shown = coming;
      coming = null;
      begin();
    }
    stage.draw();
  });
  return {
    show: (make: () => readonly Built[]) => {
      next = make;
      if (!coming) begin();
    },
    setVisible: (wanted: boolean) => {
      visible = wanted;
      for (const one of [...shown, ...(coming ?? [])]) one.show = wanted;
      stage.draw();
    },
    raise: () => {
      for (const one of [...shown, ...(coming ?? [])]) home.raiseToTop(one);
      stage.draw();
    },
    dispose: () => {
      stop();
      next = null;
      leave([...shown, ...(coming ?? [])]);
      coming = null;
      stage.draw();
    },
  };
};
