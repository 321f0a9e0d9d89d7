import { Icon } from '@eyrie/ui';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface LayerHandleProps {
  name: string;
  /** By one place up (1) or down (-1). */
  onStep: (by: 1 | -1) => void;
  /** The pointer came over another row: its `data-layer`. */
  onOver: (oid: string) => void;
  /** The move has come to its end. */
  onEnd?: () => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** Where a row is taken to be moved: dragged by pointer or finger, or moved by the arrow keys. */
export function LayerHandle({ name, onStep, onOver, onEnd }: LayerHandleProps): ReactNode {
  const text = useText();
  const self = useRef<HTMLButtonElement>(null);
  const stepped = useRef(false);
  const over = useRef(onOver);
  over.current = onOver;
  // Moving its row takes the focus away from it.
  useEffect(() => {
    if (stepped.current) self.current?.focus();
    stepped.current = false;
  });
  const step = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    stepped.current = true;
    onStep(by);
    onEnd?.();
  };
  const take = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const dragging = new AbortController();
    const { signal } = dragging;
    const end = (): void => {
      dragging.abort();
      onEnd?.();
    };
    // On the window: a row that changes its place loses a pointer that it had captured.
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        const row = document.elementFromPoint(clientX, clientY)?.closest('[data-layer]');
        const oid = row?.getAttribute('data-layer');
        if (oid) over.current(oid);
      },
      { signal },
    );
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
  };
  return (
    <button
      ref={self}
      type="button"
      className="layer-handle"
      aria-label={text('layer.move', { name })}
      title={text('layer.moveHint')}
      onKeyDown={step}
      onPointerDown={take}
    >
      <Icon name="fold" size={16} />
    </button>
  );
}
