import type { InjectionKey } from 'vue';

/** Returns the address of the page that explains an error code. The page that shows the panels provides it. */
export type CodeAddress = (code: string) => string;

/** Key to provide a {@link CodeAddress} with; the same in every copy of this module. */
export const CODE_ADDRESS: InjectionKey<CodeAddress> = Symbol.for(
  'kubesem: address of an error code',
);
