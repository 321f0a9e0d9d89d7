import { mostWhole, psdkLimits, utf8Bytes } from '@eyrie/domain';
import { Input, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import type { PsdkDevice } from './psdk-devices.ts';
import { PsdkOrder as Order, type PsdkGiving } from './psdk-order.tsx';

interface Props {
  device: PsdkDevice;
  giving: PsdkGiving;
}

/** One widget by its number: its value as reported, and another. No document names it or says what its value means. */
function Widget({
  device: { index },
  widget,
  held,
  giving,
}: Props & { widget: number; held: number }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [value, setValue] = useState<number | null>(held);
  const fits = value !== null && Number.isInteger(value) && Math.abs(value) <= mostWhole;
  const name = text('widget.set', { widget, index });
  return (
    <li>
      <span>{text('widget.one', { widget, value: figures.amount(held, '', 0) })}</span>
      <InputNumber
        size="small"
        aria-label={`${text('detail.key.value')} · ${name}`}
        status={fits ? '' : 'error'}
        value={value}
        onChange={setValue}
      />
      <Order
        method="widgetSet"
        fields={{ psdkIndex: index, widget, value: value ?? 0 }}
        giving={giving}
        reason={fits ? null : `${text('issue.number')} (${-mostWhole}–${mostWhole})`}
      >
        {name}
      </Order>
    </li>
  );
}

function TextBox({ device: { index }, giving }: Props): ReactNode {
  const text = useText();
  const [words, setWords] = useState('');
  const long = utf8Bytes(words.trim()) > psdkLimits.textBytes;
  return (
    <div className="psdk-text ey-grid ey-gap-4">
      <Input
        size="small"
        aria-label={text('widget.text', { index })}
        dir="auto"
        // In bytes, as the payload counts them.
        count={{ show: true, max: psdkLimits.textBytes, strategy: utf8Bytes }}
        status={long ? 'error' : ''}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Order
        method="widgetText"
        fields={{ psdkIndex: index, text: words.trim() }}
        giving={giving}
        reason={words.trim() === '' ? text('widget.noText') : long ? text('refusal.widgetTextLong') : null}
      >
        {text('widget.write', { index })}
      </Order>
    </div>
  );
}

/** The widgets of a payload device, and its text box. */
export function WidgetPart({ device, giving }: Props): ReactNode {
  const text = useText();
  return (
    <>
      {device.values.length === 0 ? (
        <p className="list-hint">{text('widget.none')}</p>
      ) : (
        <>
          <ul className="psdk-widgets ey-grid ey-gap-4">
            {device.values.map(({ index: widget, value }) => (
              <Widget key={`${widget} ${value}`} {...{ device, widget, giving }} held={value} />
            ))}
          </ul>
          <p className="list-hint">{text('widget.hint')}</p>
        </>
      )}
      <TextBox device={device} giving={giving} />
    </>
  );
}
