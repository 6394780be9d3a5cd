/** A navigation inside a mini-app. */
export interface InnerNavigation {
  canGoBack(): boolean;
  goBack(): void;
}

/** The navigations of the mini-apps that are mounted, the innermost last. */
export class BackHandlers {
  readonly #inner: InnerNavigation[] = [];

  /** Adds a navigation; returns a function that removes it. */
  add(navigation: InnerNavigation): () => void {
    this.#inner.push(navigation);
    return () => {
      const index = this.#inner.indexOf(navigation);
      if (index >= 0) this.#inner.splice(index, 1);
    };
  }

  /** Goes one screen back inside a mini-app; false when none has a screen to go back to. */
  goBack(): boolean {
    const navigation = this.#inner.findLast((one) => one.canGoBack());
    navigation?.goBack();
    return navigation !== undefined;
  }

  canGoBack(): boolean {
    return this.#inner.some((one) => one.canGoBack());
  }
}
