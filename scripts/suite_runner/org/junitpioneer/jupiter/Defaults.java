package org.junitpioneer.jupiter;

import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Sets the default locale and time zone that a test method asks for, and sets them back after it. */
final class Defaults implements BeforeEachCallback, AfterEachCallback {
    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(Defaults.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        ExtensionContext.Store store = context.getStore(OURS);
        store.put(Locale.class, Locale.getDefault());
        store.put(TimeZone.class, TimeZone.getDefault());
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), DefaultLocale.class)
                .ifPresent(wish -> Locale.setDefault(new Locale(wish.language(), wish.country())));
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), DefaultTimeZone.class)
                .ifPresent(wish -> TimeZone.setDefault(TimeZone.getTimeZone(wish.value())));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ExtensionContext.Store store = context.getStore(OURS);
        Locale.setDefault(store.get(Locale.class, Locale.class));
        TimeZone.setDefault(store.get(TimeZone.class, TimeZone.class));
    }
}
