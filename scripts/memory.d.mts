export declare const allocator: Readonly<Record<string, string>>;
export const nodeFlags: readonly string[];
