import { useEffect } from 'react';
import type { FirstPhraseId } from '@eyrie/phrases/first';
import { useFirstText, type TextOf } from '../platform/text.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** What is wrong with a field by its own attributes, in our words. */
function faultOf(field: Field, text: TextOf<FirstPhraseId>): string {
  const name = field.labels?.[0]?.textContent?.trim() ?? field.ariaLabel ?? '';
  const { valueMissing, tooShort } = field.validity;
  if (valueMissing) return text('issue.required', { field: name });
  return tooShort
    ? text('issue.tooShort', { field: name, min: field.minLength })
    : text('issue.format', { field: name });
}

/** Lets the browser's own word about a field that is empty or too short come in the chosen language, not in its own. */
export function FieldFaults(): null {
  const text = useFirstText();
  useEffect(() => {
    const forget = ({ target }: Event): void => {
      if (isField(target)) target.setCustomValidity('');
    };
    const report = (event: Event): void => {
      const { target } = event;
      if (!isField(target)) return;
      // What was told before is itself a fault and would hide what is wrong now.
      target.setCustomValidity('');
      if (!target.validity.valid) target.setCustomValidity(faultOf(target, text));
    };
    document.addEventListener('invalid', report, true);
    document.addEventListener('input', forget, true);
    return () => {
      document.removeEventListener('invalid', report, true);
      document.removeEventListener('input', forget, true);
    };
  }, [text]);
  return null;
}
