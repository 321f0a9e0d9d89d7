import { weakPairs, type OwnColours } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** Which of the chosen colours could not be read or seen, and where. Empty while all is well: that is said too. */
export function ContrastWarnings({ colours }: { colours: OwnColours }): ReactNode {
  const text = useText();
  const weak = weakPairs(colours);
  return (
    <div className="look-contrast" role="status">
      {weak.length === 0 ? (
        <p className="look-hint">{text('appearance.contrastFine')}</p>
      ) : (
        <>
          <p className="look-warning">{text('appearance.contrastWeak')}</p>
          <ul>
            {weak.map(({ theme, of, kind, place, ratio, needed }) => (
              <li key={`${theme} ${place}`}>
                {text('appearance.contrastPair', {
                  theme: text(theme === 'dark' ? 'shell.themeDark' : 'shell.themeLight'),
                  colour: text(`appearance.${of}`),
                  place: text(`appearance.place.${place}`),
                  kind: text(`appearance.kind.${kind}`),
                  ratio: (Math.floor(ratio * 10) / 10).toFixed(1),
                  needed,
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
