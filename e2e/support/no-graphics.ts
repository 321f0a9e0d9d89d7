/** Lets the page find no graphics: its maps are then hosts that draw nothing and keep their contract. */
export const withoutGraphics = (): void => {
  const draw = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function getContext(this: HTMLCanvasElement, kind: string) {
    return kind.startsWith('webgl') ? null : draw.call(this, kind);
  } as typeof draw;
};
