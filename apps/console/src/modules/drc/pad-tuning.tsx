import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import type { Calibration } from './pad-calibration.ts';
import { axesOfHand, stickHands, stickModes } from './stick-modes.ts';
import { curves, deadZones, withMeasure, type Curve, type StickSettings } from './stick-settings.ts';
import type { SticksControl } from './use-sticks.ts';

interface Chosen {
  settings: StickSettings;
  onChange: (part: Partial<StickSettings>) => void;
}

/** Which stick does what, in words. */
function Mode({ settings: { mode }, onChange }: Chosen): ReactNode {
  const text = useText();
  return (
    <>
      <div className="drc-row ey-row ey-flow ey-gap-8">
        <span>{text('drc.mode')}</span>
        <Segmented
          size="small"
          aria-label={text('drc.mode')}
          value={mode}
          options={stickModes.map((value) => ({ value, label: text(`drc.mode.${value}`) }))}
          onChange={(next) => onChange({ mode: next })}
        />
      </div>
      {stickHands.map((hand) => {
        const { x, up } = axesOfHand[mode][hand];
        return (
          <p key={hand} className="list-hint">
            {text(`drc.hand.${hand}`, { x: text(`drc.axis.${x}`), up: text(`drc.axis.${up}`) })}
          </p>
        );
      })}
    </>
  );
}

/** How fine the sticks are, and how much of their way around the centre is none. */
function Shape({ settings: { deadZone, cubic }, onChange }: Chosen): ReactNode {
  const text = useText();
  const figures = useFigures();
  const names = Object.keys(curves) as Curve[];
  return (
    <div className="drc-row ey-row ey-flow ey-gap-8">
      <span>{text('drc.deadZone')}</span>
      <Segmented
        size="small"
        aria-label={text('drc.deadZone')}
        value={deadZone}
        options={deadZones.map((value) => ({ value, label: figures.amount(value * 100, '%') }))}
        onChange={(next) => onChange({ deadZone: next })}
      />
      <span>{text('drc.curve')}</span>
      <Segmented
        size="small"
        aria-label={text('drc.curve')}
        value={names.find((name) => curves[name] === cubic) ?? 'soft'}
        options={names.map((value) => ({ value, label: text(`drc.curve.${value}`) }))}
        onChange={(next) => onChange({ cubic: curves[next] })}
      />
    </div>
  );
}

function Step({ calibration, measured }: { calibration: Calibration | null; measured: boolean }): ReactNode {
  const text = useText();
  const word = (): string | null => {
    if (calibration?.step === 'failed') return text(`drc.calibration.failed.${calibration.fault}`);
    if (calibration) return text(`drc.calibration.${calibration.step}`);
    return measured ? text('drc.calibrated') : null;
  };
  return (
    <p className="list-hint" role="status">
      {word()}
    </p>
  );
}

/** Measures the gamepad, in the test mode alone. */
function Calibrate({ sticks: { view, loop, input, change } }: { sticks: SticksControl }): ReactNode {
  const text = useText();
  const { phase, pad, calibration } = view;
  const { settings } = input;
  const name = pad?.standard ? pad.name : null;
  const measured = name !== null && settings.pads[name] !== undefined;
  const why =
    phase !== 'testing' ? text('drc.calibrateInTest') : name === null ? text('drc.noGamepad') : null;
  const finish = (): void => {
    const end = loop?.finishCalibration();
    if (end) change({ settings: withMeasure(settings, end.id, end.measure) });
  };
  return (
    <>
      <div className="drc-row ey-row ey-flow ey-gap-8">
        <OrderButton size="small" why={why} onOrder={() => loop?.beginCalibration()}>
          {text('drc.calibrate')}
        </OrderButton>
        {calibration?.step === 'ranging' ? (
          <OrderButton size="small" type="primary" why={null} onOrder={finish}>
            {text('drc.calibration.finish')}
          </OrderButton>
        ) : null}
        {measured ? (
          <OrderButton
            size="small"
            why={null}
            onOrder={() => change({ settings: withMeasure(settings, name, null) })}
          >
            {text('drc.calibration.forget')}
          </OrderButton>
        ) : null}
      </div>
      <Step calibration={calibration} measured={measured} />
    </>
  );
}

/** How the two sticks of a gamepad or of the screen are read. */
export function PadTuning({ sticks }: { sticks: SticksControl }): ReactNode {
  const text = useText();
  const { settings } = sticks.input;
  const onChange = (part: Partial<StickSettings>): void =>
    sticks.change({ settings: { ...settings, ...part } });
  return (
    <section aria-label={text('drc.tuning')}>
      <Mode settings={settings} onChange={onChange} />
      <Shape settings={settings} onChange={onChange} />
      <Calibrate sticks={sticks} />
    </section>
  );
}
