import type { Sticks } from '@eyrie/domain';
import type { PointerEvent, ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { axesOfHand, placeOfHand, stickHands, type StickHand, type StickMode } from './stick-modes.ts';
import { placeOn, type TouchEvent } from './touch-sticks.ts';

interface Props {
  /** As they were read last, by whatever: the sticks of the screen show them too. */
  values: Sticks;
  mode: StickMode;
  onTouch: (event: TouchEvent) => void;
}

type Pointer = PointerEvent<HTMLDivElement>;

/** Pixels that the knob goes to each side. */
const way = 56;

function Pad({ hand, values, mode, onTouch }: Props & { hand: StickHand }): ReactNode {
  const text = useText();
  const at = placeOfHand(values, hand, mode);
  const { x, up } = axesOfHand[mode][hand];
  const placeOf = (event: Pointer) => placeOn(event.currentTarget.getBoundingClientRect(), event);
  const down = (event: Pointer): void => {
    if (event.button !== 0) return;
    // What leaves the stick with the finger on the glass still belongs to it.
    event.currentTarget.setPointerCapture(event.pointerId);
    onTouch({ kind: 'down', hand, pointer: event.pointerId, ...placeOf(event) });
  };
  const lifted = (event: Pointer): void => onTouch({ kind: 'up', pointer: event.pointerId });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for fingers; the same is moved by keys
    <div
      className="drc-pad"
      role="img"
      aria-label={text(`drc.hand.${hand}`, { x: text(`drc.axis.${x}`), up: text(`drc.axis.${up}`) })}
      data-hand={hand}
      onPointerDown={down}
      onPointerMove={(event) => onTouch({ kind: 'move', pointer: event.pointerId, ...placeOf(event) })}
      onPointerUp={lifted}
      onPointerCancel={lifted}
      onLostPointerCapture={lifted}
      onContextMenu={(event) => event.preventDefault()}
    >
      <i className="drc-knob" style={{ translate: `${at.x * way}px ${-at.up * way}px` }} />
    </div>
  );
}

/** Two sticks for fingers, or for a mouse. */
export function TouchPads(props: Props): ReactNode {
  return (
    <div className="drc-pads ey-flow">
      {stickHands.map((hand) => (
        <Pad key={hand} hand={hand} {...props} />
      ))}
    </div>
  );
}
