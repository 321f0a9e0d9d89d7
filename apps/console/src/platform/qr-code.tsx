import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** The dark fields of a QR code as one outline, a unit each. */
const outlineOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** A text as a QR code. @param props.title what it is, for who cannot see it */
export function QrCode({
  value,
  title,
  className,
}: {
  value: string;
  title: string;
  className: string;
}): ReactNode {
  const { data, size } = encode(value, { border: 2 });
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img">
      <title>{title}</title>
      <path d={outlineOf(data)} />
    </svg>
  );
}
