import {
  gainRanges,
  isothermLeast,
  isothermMost,
  thermalGains,
  thermalPalettes,
  type PayloadCommand,
  type ThermalState,
} from '@eyrie/domain';
import { InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { FactLines } from './fact-lines.tsx';
import { PayloadOrder as Order, type Giving } from './payload-order.tsx';

interface Props {
  thermal: ThermalState;
  giving: Giving;
}
type Palette = keyof typeof thermalPalettes;
type Gain = keyof typeof thermalGains;
const palettes = Object.keys(thermalPalettes) as Palette[];
const gains = Object.keys(thermalGains) as Gain[];
const middle = { x: 0.5, y: 0.5 };
const middleArea = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

/** What the thermal camera is at, by the aircraft's own word. */
function Now({ thermal }: Pick<Props, 'thermal'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const degrees = (value: number | null): string => figures.amount(value, text('unit.celsius'), 1);
  const { palette, gain, coldest, hottest, isotherm, isothermLow, isothermHigh, point, area } = thermal;
  const paletteName = palettes.find((one) => thermalPalettes[one] === palette);
  const gainName = gains.find((one) => thermalGains[one] === gain);
  const facts = [
    text('thermal.now', {
      palette: paletteName ? text(`thermal.palette.${paletteName}`) : '–',
      gain: gainName ? text(`thermal.gain.${gainName}`) : '–',
      coldest: degrees(coldest),
      hottest: degrees(hottest),
    }),
    text('thermal.isothermNow', {
      low: degrees(isothermLow),
      high: degrees(isothermHigh),
      state: isotherm === null ? '–' : text(isotherm ? 'thermal.on' : 'thermal.off'),
    }),
    point ? text('thermal.pointNow', { temperature: degrees(point.temperature) }) : null,
    area
      ? text('thermal.areaNow', {
          average: degrees(area.average),
          coldest: degrees(area.coldest?.temperature ?? null),
          hottest: degrees(area.hottest?.temperature ?? null),
        })
      : null,
  ];
  return <FactLines facts={facts} />;
}

function PaletteChoice({ thermal, giving }: Props): ReactNode {
  const text = useText();
  const [palette, setPalette] = useState<number>(thermal.palette ?? thermalPalettes.whiteHot);
  const has = thermal.palettes;
  return (
    <div>
      <Select
        size="small"
        aria-label={text('detail.key.thermal_current_palette_style')}
        value={palette}
        options={palettes
          .filter((one) => has.length === 0 || has.includes(thermalPalettes[one]))
          .map((one) => ({ value: thermalPalettes[one] as number, label: text(`thermal.palette.${one}`) }))}
        onChange={setPalette}
      />
      <Order
        cmd="thermal_current_palette_style"
        fields={{ thermal_current_palette_style: palette }}
        giving={giving}
      >
        {text('thermal.setPalette')}
      </Order>
    </div>
  );
}

function Limit({
  cmd,
  held,
  word,
  giving,
}: {
  cmd: Extract<PayloadCommand, `thermal_isotherm_${string}_limit`>;
  held: number | null;
  word: 'thermal.setLow' | 'thermal.setHigh';
  giving: Giving;
}): ReactNode {
  const text = useText();
  const [value, setValue] = useState(held);
  const fits = value !== null && value >= isothermLeast && value <= isothermMost;
  return (
    <div>
      <InputNumber
        size="small"
        aria-label={text(`detail.key.${cmd}`)}
        status={fits || value === null ? '' : 'error'}
        value={value}
        onChange={setValue}
      />
      <Order
        cmd={cmd}
        fields={{ [cmd]: value ?? 0 }}
        giving={giving}
        reason={fits ? null : `${text('issue.number')} (${isothermLeast}–${isothermMost})`}
      >
        {text(word)}
      </Order>
    </div>
  );
}

/** The thermal camera: palette, gain, isotherm, and what it measures. */
export function ThermalPart({ thermal, giving }: Props): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <div role="group" aria-label={text('thermal.title')}>
      <Now thermal={thermal} />
      <PaletteChoice thermal={thermal} giving={giving} />
      {gains.map((gain) => {
        const [least, most] = gainRanges[gain].map((value) => figures.amount(value, text('unit.celsius')));
        return (
          <Order
            key={gain}
            cmd="thermal_gain_mode"
            fields={{ thermal_gain_mode: thermalGains[gain] }}
            giving={giving}
          >
            {text('thermal.setGain', {
              gain: text(`thermal.gain.${gain}`),
              least: least ?? '',
              most: most ?? '',
            })}
          </Order>
        );
      })}
      <Order cmd="thermal_isotherm_state" fields={{ thermal_isotherm_state: 1 }} giving={giving}>
        {text('thermal.isothermOn')}
      </Order>
      <Order cmd="thermal_isotherm_state" fields={{ thermal_isotherm_state: 0 }} giving={giving}>
        {text('thermal.isothermOff')}
      </Order>
      <Limit
        cmd="thermal_isotherm_lower_limit"
        held={thermal.isothermLow}
        word="thermal.setLow"
        giving={giving}
      />
      <Limit
        cmd="thermal_isotherm_upper_limit"
        held={thermal.isothermHigh}
        word="thermal.setHigh"
        giving={giving}
      />
      <Order cmd="ir_metering_point_set" fields={middle} giving={giving}>
        {text('thermal.meterPoint')}
      </Order>
      <Order cmd="ir_metering_area_set" fields={middleArea} giving={giving}>
        {text('thermal.meterArea')}
      </Order>
      <Order cmd="ir_metering_mode_set" fields={{ mode: 0 }} giving={giving}>
        {text('thermal.meteringOff')}
      </Order>
    </div>
  );
}
