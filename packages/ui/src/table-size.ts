import { useLayoutEffect, useRef, useState } from 'react';

/** Width that a bar for scrolling takes from its frame, px; 0 where bars lie over the content. */
const barWidth = (): number => {
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; visibility: hidden; overflow: scroll; inline-size: 50px';
  document.body.append(probe);
  const width = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return width;
};

/** The room that the rows keep for it, once there are some. */
const barOf = (frame: HTMLElement): number => {
  const body = frame.querySelector<HTMLElement>('.ant-table-body');
  return body ? body.offsetWidth - body.clientWidth : barWidth();
};

/** Size of the frame that the table must fill, in whole px as the component library wants it. */
export const useTableSize = () => {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({
        // Beside its borders and the room for the bar, or every table would scroll sideways by the width of the bar.
        width: Math.floor(element.clientWidth) - 2 - barOf(element),
        height: Math.floor(element.clientHeight),
      }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !size) return;
    const width = Math.floor(element.clientWidth) - 2 - barOf(element);
    if (width !== size.width) setSize({ ...size, width });
  }, [size]);
  return { frame, size };
};
