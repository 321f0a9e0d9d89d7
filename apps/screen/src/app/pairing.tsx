import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';

/** In groups, so that it can be read aloud across a room. */
const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** The code by which an administrator makes this screen a display. */
export function Pairing({ code }: { code: string }): ReactNode {
  const text = useText();
  return (
    <main className="entrance">
      <h1>{text('cockpit.pairTitle')}</h1>
      <p>{text('cockpit.pairHow')}</p>
      <p className="entrance-code" role="status" dir="ltr">
        {grouped(code)}
      </p>
    </main>
  );
}
